export const CHANCES = ['cardTaken'];
