export * from '../../games/model/game-fields.ts';
