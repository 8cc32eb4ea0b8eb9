export * from '../../players/token-shapes.ts';
