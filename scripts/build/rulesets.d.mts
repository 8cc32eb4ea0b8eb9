export function rulesetsIn(room: string): string[];
export function listOfRulesets(room: string, path: string): string;
