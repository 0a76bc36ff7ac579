import type { RowType } from '@portico/contract/manifest'
import { Refusal } from '../../core/kernel/decider.ts'
import type { ImportRecord } from './import-record.ts'
import { type KnownThing, nameKey, type ThingKind, type ThingName } from './known-things.ts'
import type { RowName } from './read-row.ts'

/** What the rows of a batch name: what is here already, and what earlier rows have made. */
export function openThingsOfBatch(
  record: Pick<ImportRecord, 'id' | 'actor'>,
  around: {
    things: ReadonlyMap<string, KnownThing>
    /** Rows of this import that failed before, by what they would have made. */
    failed: ReadonlyMap<string, { line: number }>
    maySee(thing: KnownThing): boolean
    mayWrite(type: RowType, thing: KnownThing): boolean
  },
) {
  const made = new Map<string, KnownThing>()
  const failed = new Map(around.failed)

  function find(name: ThingName): KnownThing | undefined {
    const key = nameKey(name)
    return made.get(key) ?? around.things.get(key)
  }

  const isOfThisImport = ({ causationId }: KnownThing): boolean =>
    causationId?.startsWith(`${record.id}#`) ?? false

  const notTheirs = ({ source, externalId }: ThingName): Refusal =>
    new Refusal('forbidden', `${record.actor.name} may not claim the id ${externalId} of ${source}.`)

  return {
    made,
    find,
    isOfThisImport,
    notTheirs,

    noteMade(name: ThingName, thing: KnownThing): void {
      made.set(nameKey(name), thing)
    },

    noteFailed({ type, source, externalId, line }: RowName): void {
      if (type === undefined || source === undefined || externalId === undefined) return
      failed.set(nameKey({ kind: type as ThingKind, source, externalId }), { line })
    },

    /** A row whose thing is here already is skipped, unless the same manifest has made it. */
    refuseToSkip(here: KnownThing, name: ThingName): void {
      if (isOfThisImport(here)) {
        const [, line] = here.causationId?.split('#') ?? []
        throw new Refusal('invalid', `It is in this manifest twice: first on line ${line}.`)
      }
      if (!around.maySee(here)) throw notTheirs(name)
    },

    /** What is on a case that the importer may not see is not there for them. */
    writable(name: ThingName, type: RowType): KnownThing {
      const thing = find(name)
      const isOwn = thing !== undefined && isOfThisImport(thing)
      if (thing && (isOwn || around.mayWrite(type, thing))) return thing
      const what = `${name.kind} ${name.externalId} of ${name.source}`
      if (thing && around.maySee(thing))
        throw new Refusal('forbidden', `The roles of ${record.actor.name} do not allow this on the ${what}.`)
      const failure = failed.get(nameKey(name))
      throw new Refusal(
        'notFound',
        failure
          ? `Its ${what} failed on line ${failure.line}.`
          : `There is no ${what}, neither here nor on an earlier line.`,
      )
    },
  }
}
