import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Listed } from '#rules/ruleset-folder.ts';
import { listOfRulesets } from '../../scripts/build/rulesets.mjs';

export async function listedIn(room: string): Promise<Listed> {
  const file = join(room, 'listed.ts');
  writeFileSync(file, listOfRulesets(room, './'));
  return (await import(pathToFileURL(file).href)).RULESETS;
}
