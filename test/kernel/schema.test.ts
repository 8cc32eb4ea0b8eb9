import { readFileSync } from 'node:fs';
import { type TProperties, Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { KINDS } from '#rules/kernel/hints.ts';
import { ActionSchema, EventSchema, Nullable, Ref, schemaFamily, Union, Words } from '#rules/kernel/schema.ts';

describe('schema helpers', () => {
  it('name an action after its type and close it', () => {
    expect(ActionSchema('Game', 'rollDie', { sides: Type.Integer() }, 'Roll.')).toMatchObject({
      $id: 'GameRollDieAction',
      additionalProperties: false,
      properties: { type: { const: 'rollDie' }, sides: { type: 'integer' } },
      required: ['type', 'sides'],
    });
  });

  it('name an event after its type and close it, its data too', () => {
    expect(EventSchema('Game', 'dieRolled', { value: Type.Integer() }, 'Rolled.')).toMatchObject({
      $id: 'GameDieRolledEvent',
      additionalProperties: false,
      properties: { type: { const: 'dieRolled' }, data: { additionalProperties: false, required: ['value'] } },
      required: ['type', 'seat', 'data'],
    });
  });

  it('build a family whose schemas are closed and all bear its name', () => {
    const { object, actions, events } = schemaFamily('Game');
    expect(object('View', { sides: Type.Integer() }, 'The table.')).toEqual(
      Type.Object(
        { sides: Type.Integer() },
        { $id: 'GameView', additionalProperties: false, description: 'The table.' },
      ),
    );
    expect(actions({ roll: [{ sides: Type.Integer() }, 'Roll.'], pass: [{}, 'Pass.'] })).toEqual([
      ActionSchema('Game', 'roll', { sides: Type.Integer() }, 'Roll.'),
      ActionSchema('Game', 'pass', {}, 'Pass.'),
    ]);
    expect(events({ rolled: [{ value: Type.Integer() }, 'Rolled.'] })).toEqual([
      EventSchema('Game', 'rolled', { value: Type.Integer() }, 'Rolled.'),
    ]);
  });

  it('refer to a schema by its $id only', () => {
    expect(Ref(Type.Object({}, { $id: 'GameCard' }))).toMatchObject({ $ref: 'GameCard#' });
    expect(() => Ref(Type.Object({}))).toThrow('$id');
  });

  it('distinguish the branches of a union by one field, with exact complaints', () => {
    const branch = (kind: string, fields: TProperties) =>
      Type.Object({ kind: Type.Literal(kind), ...fields }, { $id: `Game${kind}`, additionalProperties: false });
    const branches = [branch('Roll', { value: Type.Integer() }), branch('Card', { rank: Type.String() })];
    const ajv = new Ajv({ discriminator: true, schemas: branches });
    const validate = ajv.compile(Union('GamePending', 'kind', branches, 'What is open.'));
    expect(
      [
        { kind: 'Roll', value: 3 },
        { kind: 'Card', rank: 'A' },
      ].map((value) => validate(value)),
    ).toEqual([true, true]);
    expect(validate({ kind: 'Roll', rank: 'A' })).toBe(false);
    expect(ajv.errorsText(validate.errors)).not.toContain('rank');
    expect([{ kind: 'Coin' }, {}, null].map((value) => validate(value))).toEqual([false, false, false]);
  });

  it('write words and nullable values as plain JSON Schema', () => {
    expect(Words(['a', 'b'], { default: 'a' })).toMatchObject({ type: 'string', enum: ['a', 'b'], default: 'a' });
    expect(Nullable(Type.Integer(), { description: 'x' })).toMatchObject({
      anyOf: [{ type: 'integer' }, { type: 'null' }],
      description: 'x',
    });
  });
});

it('explain every kind of value in hints to authors of front ends', () => {
  const guide = readFileSync(new URL('../../docs/state-and-actions.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `([a-z]+)`\s+\| (.+?)\s*\|$/gm)].map(([, kind]) => kind);
  expect(rows).toEqual(Object.keys(KINDS));
});
