import assert from 'node:assert/strict'
import { it } from 'node:test'
import TypeBox from 'typebox'
import Own from './type.ts'

/** All of a schema, with what is not listed. */
function whole(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(whole)
  const members = Object.entries(Object.getOwnPropertyDescriptors(value))
  const shown = members.filter(([, { enumerable }]) => enumerable)
  const hidden = members.filter(([, { enumerable }]) => !enumerable).sort(([a], [b]) => (a < b ? -1 : 1))
  return [...shown, ...hidden].map(([name, { value, ...how }]) => [name, how, whole(value)])
}

const samples = (Type: typeof Own): unknown[] => {
  const text = Type.String({ minLength: 1, description: 'A text' })
  const object = Type.Object(
    { text, maybe: Type.Optional(Type.Integer({ minimum: 1 })), nothing: Type.Null() },
    { additionalProperties: false },
  )
  return [
    text,
    Type.Optional(text),
    text,
    object,
    Type.Optional(object),
    Type.Object({}),
    Type.Object({ maybe: Type.Optional(text) }),
    Type.Partial(object),
    Type.Partial(object, { additionalProperties: false, description: 'Some' }),
    Type.Array(object, { minItems: 1, maxItems: 3 }),
    Type.Literal('x'),
    Type.Literal(1, { description: 'One' }),
    Type.Literal(true),
    Type.Union([Type.Literal('a'), Type.Null(), object], { description: 'One of them' }),
    Type.Number({ maximum: 2 }),
    Type.Boolean(),
    Type.Unknown({ description: 'Anything' }),
    Type.Record(Type.String(), Type.Number(), { maxProperties: 2 }),
    Type.Record(Type.String({ pattern: '^a+$' }), Type.Number()),
    Type.Unsafe<'a' | 'b'>(Type.Union([Type.Literal('a'), Type.Literal('b')])),
    Type.Unsafe<string>(Type.String({ format: 'date' })),
  ]
}

it('our builders make what TypeBox makes', () => {
  assert.deepEqual(samples(Own).map(whole), samples(TypeBox as typeof Own).map(whole))
})
