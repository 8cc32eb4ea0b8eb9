import { Type } from '@sinclair/typebox';
import type { Catalogue, CatalogueEntry } from '#rules/catalogue.ts';
import { InputValidators } from '#rules/input-validator.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { versionedSchemas } from '#rules/schema-names.ts';

export function withNewerRules(catalogue: Catalogue): Catalogue {
  return new Map([...catalogue].map(([id, entry]) => [id, raised(entry)]));
}

function raised({ ruleset, rules, older }: CatalogueEntry): CatalogueEntry {
  const frozen = { ...ruleset, schemas: versionedSchemas(ruleset) };
  const newest = newer(ruleset);
  return {
    ruleset: newest,
    inputs: new InputValidators(newest),
    rules: `${rules}\nThese are the newer ones.\n`,
    older: [...older, { ruleset: frozen, inputs: new InputValidators(frozen), rules }],
  };
}

/** Returns a newer edition of the rules: one more option, one more field in the view, and at most five rounds. */
function newer(ruleset: AnyRuleset): AnyRuleset {
  const { options, view } = ruleset.schemas;
  const edition = ruleset.rulesVersion + 1;
  const calm = Type.Boolean({ default: false, description: 'Nobody hurries.' });
  const titled = ({ $id = '', description = '' }) => ({ $id, description, additionalProperties: false });
  return {
    ...ruleset,
    rulesVersion: edition,
    schemas: {
      ...ruleset.schemas,
      options: Type.Object({ ...options.properties, calm }, titled(options)),
      view: Type.Object(
        { ...view.properties, edition: Type.Literal(edition, { description: 'Of the rules.' }) },
        titled(view),
      ),
    },
    checkOptions: (chosen, seats) =>
      chosen.roundsToWin > 5 ? 'A match is of five rounds at most.' : ruleset.checkOptions(chosen, seats),
    view: (state, viewer) => ({ ...ruleset.view(state, viewer), edition }),
  };
}
