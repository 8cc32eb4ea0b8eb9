export * from '../../talk/talk-shapes.ts';
