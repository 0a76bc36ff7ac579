import type { TObject, TSchema } from 'typebox'

/**
 * Whom something is for, from narrow to wide: those who draft, review and sign; everyone who works on cases; systems
 * that are connected; and a party, by whoever represents them. Who is of one of these reads what is for it, and what is
 * for the wider ones.
 */
export const audiences = ['deliberation', 'staff', 'integration', 'party'] as const
export type Audience = (typeof audiences)[number]

/** How somebody reads; administrators also read what nobody has classified. */
export type Reading = Audience | 'administration'

/** As it stands in a schema, under `x-audience`: whom its members are for, but for those that are named. */
export type Declared = { all: Audience; fields?: Readonly<Record<string, Audience>> }

const keyword = 'x-audience'

type Named<Properties> = Partial<Record<Audience, readonly (keyof Properties & string)[]>>

/** Declares whom an object is for, and which of its members are for others. */
export function shownTo<Schema extends TObject>(
  audience: Audience,
  schema: Schema,
  named: Named<Schema['properties']> = {},
): Schema {
  const entries = Object.entries(named).flatMap(([to, names]) => names.map((name) => [name, to]))
  const fields = entries.length > 0 ? { fields: Object.fromEntries(entries) } : {}
  const declared: Declared = { all: audience, ...fields }
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(schema),
      [keyword]: { value: declared, enumerable: true, configurable: true, writable: true },
    },
  ) as Schema
}

export function declaredIn(schema: TSchema): Declared | undefined {
  return (schema as { [keyword]?: Declared })[keyword]
}

/** Whether a reader reads what is for an audience; what is for nobody yet only administrators read. */
export function reads(reading: Reading, audience: Audience | undefined): boolean {
  if (reading === 'administration') return true
  return audience !== undefined && audiences.indexOf(reading) <= audiences.indexOf(audience)
}

const personKeyword = 'x-person'

/** In a schema: it says by username who did something. Parties are told whether it was themselves. */
export const ofPerson = { [personKeyword]: true } as const

/** What a party reads in the place of a username, or of the ID of an account, that is not their own. */
export const anotherPerson = 'another person'

/** Whoever reads: what is theirs says so. */
export type Oneself = { id: string; username?: string }

type Acted = { id: string; name: string; kind: string }

/** Who acted, as a party reads it: themselves, the service, or another person or system. */
export function actorForParty<Actor extends Acted>(actor: Actor, me: Oneself | undefined): Actor {
  if (actor.kind === 'system' || actor.id === me?.id) return actor
  return { ...actor, id: anotherPerson, name: anotherPerson }
}

export const usernameForParty = (username: string, me: Oneself | undefined): string =>
  username === me?.username ? username : anotherPerson

/** What stands in the place of a value of which nothing is for the reader. */
export const withheld = Symbol('withheld')

const own = new WeakSet<object>()

/** Marks a value that is the reader's own business, such as the record of their client: they have all of it. */
export function asOwn<Value extends object>(value: Value): Value {
  own.add(value)
  return value
}

const isOwn = (value: unknown) => typeof value === 'object' && value !== null && own.has(value)

type Plain = {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  const?: unknown
  type?: string
  required?: string[]
}

/**
 * The part of a value that a reader may have, by its schema. `inherited` is whom the whole is for: a schema narrows that,
 * and never widens it. A member that the schema does not know is for nobody.
 */
export function project(
  schema: TSchema,
  value: unknown,
  reading: Reading,
  inherited: Audience | undefined,
  me?: Oneself,
): unknown {
  if (reading === 'administration' || isOwn(value)) return value
  if (reading === 'party' && personKeyword in schema && reads(reading, inherited))
    return personForParty(value, me)
  const declared = declaredIn(schema)
  const all = narrower(declared?.all ?? inherited, inherited)
  const { properties, items, anyOf } = schema as Plain
  if (anyOf) {
    const variant = anyOf.find((one) => isOf(one as Plain, value))
    return variant ? project(variant, value, reading, all, me) : whole(value, reading, all)
  }
  if (Array.isArray(value) && items) {
    const shown = value
      .map((item) => project(items, item, reading, all, me))
      .filter((item) => item !== withheld)
    return shown.length > 0 || reads(reading, all) ? shown : withheld
  }
  if (!properties || typeof value !== 'object' || value === null) return whole(value, reading, all)
  const shown: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const known = properties[name]
    if (!known) continue
    const part = project(known, member, reading, narrower(declared?.fields?.[name] ?? all, inherited), me)
    if (part !== withheld) shown[name] = part
  }
  return Object.keys(shown).length > 0 || reads(reading, all) ? shown : withheld
}

function personForParty(value: unknown, me: Oneself | undefined): unknown {
  return typeof value === 'string' ? usernameForParty(value, me) : actorForParty(value as Acted, me)
}

function narrower(one: Audience | undefined, other: Audience | undefined): Audience | undefined {
  if (one === undefined || other === undefined) return undefined
  return audiences.indexOf(one) <= audiences.indexOf(other) ? one : other
}

function whole(value: unknown, reading: Reading, audience: Audience | undefined): unknown {
  return reads(reading, audience) ? value : withheld
}

/** Enough to tell the options of a union apart: by what it is, and by the constants and the required members of an object. */
function isOf({ type, const: constant, properties, anyOf, required = [] }: Plain, value: unknown): boolean {
  if (anyOf) return anyOf.some((one) => isOf(one as Plain, value))
  if (constant !== undefined) return value === constant
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  if (typeof value !== 'object') return type === 'integer' ? typeof value === 'number' : type === typeof value
  return (
    Object.entries(properties ?? {}).every(([name, schema]) => {
      const { const: expected } = schema as Plain
      return expected === undefined || (value as Record<string, unknown>)[name] === expected
    }) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    (type === 'object' || type === undefined)
  )
}
