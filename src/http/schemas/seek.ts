export * from '../../seeks/seek-shapes.ts';
