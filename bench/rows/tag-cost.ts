import { document } from '../../server/core/file/document.ts'
import type { Decider, Fact } from '../../server/core/kernel/decider.ts'
import type { Database } from '../../server/store/db.ts'
import { newDocument, openDesk, requestBy } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const shortEvents = 100
const longEvents = scaled(100_000)
const documentsOfCase = 50
const manyMarks = scaled(2000)
const rounds = 7
/** As many as lie between two snapshots of a document, so that a round on one document pays for one. */
const tagsEach = scaled(100)
const mostFacts = 1000

/** Tagging in a case with a long history, beside one with a short history. */
export async function tagCost(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 4 })
  stack.defer(db.close)
  const bench = openBench(db)
  return [
    await bench.compareHistories('spread over 50 documents', documentsOfCase),
    await bench.compareHistories('all on one document', 1),
    await bench.compareStates('a tag'),
    await bench.compareStates('an annotation'),
  ]
}

type OpenedCase = { caseId: string; documentIds: string[] }

function openBench(db: Database) {
  const desk = openDesk(db)
  const openCase = () => desk.open(Array.from({ length: documentsOfCase }, () => newDocument(2)))

  const record = async (caseId: string, documentId: string, facts: Fact[]) => {
    for (let first = 0; first < facts.length; first += mostFacts) {
      const command = {
        type: 'record' as const,
        caseId,
        documentId,
        facts: facts.slice(first, first + mostFacts),
      }
      await desk.execute(recorder, requestBy(), command, () => null)
    }
  }

  const caseWithHistory = async (events: number, spread: number) => {
    const opened = await openCase()
    const wanted = events - documentsOfCase - 1
    for (const [index, documentId] of opened.documentIds.slice(0, spread).entries()) {
      const count = Math.floor(wanted / spread) + (index < wanted % spread ? 1 : 0)
      await record(opened.caseId, documentId, toAndFro(documentId, count))
    }
    return opened
  }

  /** The tags are taken off again, so that the documents stay as they were and only the history grows. */
  const msPerTag = async ({ caseId, documentIds }: OpenedCase, spread: number) => {
    const targets = documentIds.slice(0, spread)
    const text = (index: number) => `bench ${index}`
    const ms = await elapsedMs(async () => {
      for (let index = 0; index < tagsEach; index++) {
        await desk.tag(caseId, targets[index % spread]!, text(index))
      }
    })
    for (const [place, documentId] of targets.entries()) {
      const own = Array.from({ length: tagsEach }, (_, index) => index).filter(
        (index) => index % spread === place,
      )
      await record(
        caseId,
        documentId,
        own.map((index) => untagged(documentId, text(index))),
      )
    }
    return ms / tagsEach
  }

  return {
    async compareHistories(how: string, spread: number): Promise<Comparison> {
      const long = await caseWithHistory(longEvents, spread)
      await db.script('vacuum analyze')
      const cost = await interleaved(rounds, {
        short: async () => msPerTag(await caseWithHistory(shortEvents, spread), spread),
        long: () => msPerTag(long, spread),
      })
      return {
        what: `a tag in a case of ${longEvents} events, ${how}`,
        unit: 'ms',
        ours: cost.long,
        peer: cost.short,
        peerName: `in a case of ${shortEvents}`,
        aim: { atMost: 1.5 },
      }
    },

    async compareStates(kind: keyof typeof marks): Promise<Comparison> {
      const { mark, command } = marks[kind]
      const full = await openCase()
      const documentId = full.documentIds[0]!
      const facts = Array.from({ length: manyMarks }, (_, index) => mark(documentId, `kept ${index}`))
      await record(full.caseId, documentId, facts)
      let made = 0
      const ms = (opened: () => OpenedCase | Promise<OpenedCase>) => async () => {
        const { caseId, documentIds } = await opened()
        const target = { caseId, documentId: documentIds[0]! }
        const elapsed = await elapsedMs(async () => {
          for (let index = 0; index < tagsEach; index++)
            await desk.execute(
              document,
              requestBy(),
              { ...target, ...command(`bench ${made++}`) },
              () => null,
            )
        })
        return elapsed / tagsEach
      }
      // One that has none stays so: each round has a case of its own.
      const cost = await interleaved(rounds, { full: ms(() => full), plain: ms(openCase) })
      return {
        what: `${kind} on a document that has ${manyMarks}`,
        unit: 'ms',
        ours: cost.full,
        peer: cost.plain,
        peerName: 'on one that has none',
        aim: { atMost: 1.2 },
        promise: `${kind} on a document that has ${manyMarks}`,
      }
    },
  }
}

const marks = {
  'a tag': {
    mark: (documentId: string, text: string) => tagged(documentId, text),
    command: (text: string) => ({ type: 'tag' as const, text }),
  },
  'an annotation': {
    mark: (documentId: string, annotationId: string): Fact => ({
      type: 'document.annotated',
      subject: documentId,
      data: { documentId, annotationId, page: 1, visibility: 'staff', comment: annotationId },
    }),
    command: (annotationId: string) => ({
      type: 'annotate' as const,
      annotationId,
      page: 1,
      visibility: 'staff' as const,
      comment: annotationId,
    }),
  },
}

type RecordFacts = { type: 'record'; caseId: string; documentId: string; facts: Fact[] }

/** The document's own decider, snapshots and all, but for a command that brings its facts with it. */
const recorder: Decider<RecordFacts, typeof document.initial> = {
  name: document.name,
  stateVersion: document.stateVersion,
  reads: ({ documentId }) => ({ subject: documentId }),
  initial: document.initial,
  evolve: document.evolve,
  decide: ({ facts }) => facts,
}

function toAndFro(documentId: string, count: number): Fact[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? tagged(documentId, 'to and fro') : untagged(documentId, 'to and fro'),
  )
}

function tagged(documentId: string, text: string): Fact {
  return { type: 'document.tagged', subject: documentId, data: { documentId, text } }
}

function untagged(documentId: string, text: string): Fact {
  return { type: 'document.untagged', subject: documentId, data: { documentId, text } }
}
