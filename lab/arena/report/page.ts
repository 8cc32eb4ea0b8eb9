import { createHash } from 'node:crypto';
import type { CompeteResult } from '../result.ts';
import { byRule } from './by-rule.ts';
import { crossTableSection } from './cross-table-section.ts';
import { historySection } from './history-section.ts';
import { howItWasPlayed } from './how-it-was-played.ts';
import { luckSection } from './luck-section.ts';
import { html, Markup } from './markup.ts';
import { printable } from './printable.ts';
import { ratingsSection } from './ratings-section.ts';
import { standingsSection } from './standings-section.ts';
import { STYLE } from './style.ts';
import { summary } from './summary.ts';

/**
 * The report as one file that asks for nothing from anywhere: no script, one style sheet, and a policy that lets a browser run or load
 * nothing else. Each plot stands in or beside a table of what it shows, and none needs its colours.
 */
export function reportPage(result: CompeteResult): string {
  const policy = `default-src 'none'; style-src '${digest(STYLE)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const title = printable(result.settings.name);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
${new Markup(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
${summary(result, title)}
${standingsSection(result)}
${ratingsSection(result)}
${crossTableSection(result)}
${historySection(result)}
${luckSection(result)}
${byRule(result)}
${howItWasPlayed(result)}
</main>
</body>
</html>
`.text;
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
