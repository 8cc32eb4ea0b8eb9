export * from '../../players/player-shapes.ts';
