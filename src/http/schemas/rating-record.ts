export * from '../../ratings/record-shapes.ts';
