export * from '../../games/queries/new-game.ts';
