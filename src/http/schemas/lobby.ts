export * from '../../games/queries/lobby-shapes.ts';
