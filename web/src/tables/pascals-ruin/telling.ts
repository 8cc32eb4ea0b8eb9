export const RESULTS = ['kingRolled'];
export const CHANCES = ['rollStands', 'cardTaken'];
