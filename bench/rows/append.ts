import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createExecute } from '../../server/app/engine/execute.ts'
import { newId } from '../../server/core/kernel/ids.ts'
import { workFor } from '../../server/jobs/effects.ts'
import { allProjections } from '../../server/projections/all.ts'
import { type Database, surviveLostConnections } from '../../server/store/db.ts'
import { chain } from '../../server/store/events/append.ts'
import { lockCase } from '../../server/store/events/stream.ts'
import { noReactions, noWork, openDesk, requestBy } from '../../server/test/case-desk.ts'
import { bareDatabase, freshDatabase } from '../../server/test/database.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { tagStatement } from '../tag-statement.ts'

const connections = 16
const loads = [
  // As many as it takes until all that runs is compiled: the first round is not counted.
  { writers: 1, appendsEach: scaled(400), rounds: 7 },
  { writers: 16, appendsEach: scaled(20), rounds: 7 },
]

/** A writer's appends, made ready before the clock runs; each call is one durable append. */
type Writer = (() => Promise<unknown>)[]
type NewWriter = (appends: number) => Promise<Writer>

/** Tagging a document through `execute`, beside the least that would be as durable, and beside Emmett. */
export async function append(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: connections })
  stack.defer(db.close)
  const emmett = await emmettWriter(stack)
  const compared: Comparison[] = []
  for (const { writers, appendsEach, rounds } of loads) {
    const rate = (newWriter: NewWriter) => () => appendsPerSecond(newWriter, writers, appendsEach)
    const perSecond = await interleaved(rounds, {
      plain: rate(executeWriter(db, noWork)),
      queued: rate(executeWriter(db, workFor)),
      statement: rate(statementWriter(db)),
      emmett: rate(emmett),
    })
    const where = writers === 1 ? '1 writer' : `${writers} writers, a case each`
    const beside = (ours: number, what: string) => ({
      what: `append, ${where}, ${what}`,
      unit: 'appends/s',
      ours,
      peer: perSecond.statement,
      peerName: 'one SQL statement',
      aim: { atLeast: writers === 1 ? 0.55 : 0.5 },
    })
    const queued = beside(perSecond.queued, 'with the queue')
    const promise = `append, ${writers} writers`
    compared.push(
      beside(perSecond.plain, 'no queue'),
      { ...queued, promise: `${promise}, beside one statement` },
      {
        promise: `${promise}, beside Emmett`,
        what: `append, ${where}, with the queue`,
        unit: 'appends/s',
        ours: perSecond.queued,
        peer: perSecond.emmett,
        peerName: 'Emmett',
        aim: { atLeast: 1.2 },
      },
    )
  }
  return compared
}

async function appendsPerSecond(newWriter: NewWriter, writers: number, appendsEach: number): Promise<number> {
  const ready: Writer[] = []
  for (let index = 0; index < writers; index++) ready.push(await newWriter(appendsEach))
  const ms = await elapsedMs(() =>
    Promise.all(
      ready.map(async (writer) => {
        for (const append of writer) await append()
      }),
    ),
  )
  return (writers * appendsEach * 1000) / ms
}

function executeWriter(db: Database, work: typeof noWork): NewWriter {
  const desk = openDesk(
    db,
    createExecute({ db, projections: allProjections, reactions: noReactions, workFor: work }),
  )
  return async (appends) => {
    const { caseId, documentIds } = await desk.open()
    return tagTexts(appends).map((text) => () => desk.tag(caseId, documentIds[0]!, text))
  }
}

function statementWriter(db: Database): NewWriter {
  const desk = openDesk(db)
  return async (appends) => {
    const { caseId, documentIds } = await desk.open()
    const documentId = documentIds[0]!
    const head = await lockCase(db, caseId)
    if (!head) throw new Error('the case was not opened')
    const facts = tagTexts(appends).map((text) => ({
      type: 'document.tagged' as const,
      subject: documentId,
      data: { documentId, text },
    }))
    const request = requestBy()
    const events = chain(head, request, facts, () => newId('evt', request.at, randomBytes(10)))
    return events.map((event, index) => {
      const values = [
        caseId,
        event.sequence,
        Buffer.from(event.hash, 'hex'),
        event.id,
        event.type,
        documentId,
        event.at,
        JSON.stringify(event.actor),
        JSON.stringify(event.data),
        event.dataHash,
        event.correlationId,
        facts[index]?.data.text,
        event.actor.name,
      ]
      return async () => {
        const written = await db.rows(tagStatement, values)
        if (written.length !== 1) throw new Error('the statement wrote no tag')
      }
    })
  }
}

/** What is used of Emmett, which is a package of the bench alone. */
type Emmett = {
  getPostgreSQLEventStore(
    url: string,
    options: { connectionOptions: { pool: pg.Pool } },
  ): {
    schema: { migrate(): Promise<unknown> }
    appendToStream(
      stream: string,
      events: { type: string; data: object }[],
      options: { expectedStreamVersion: bigint },
    ): Promise<unknown>
    close(): Promise<void>
  }
}

async function loadEmmett(): Promise<Emmett> {
  const name = '@event-driven-io/emmett-postgresql'
  return await import(name).catch(() => {
    throw new Error('Emmett, the peer of this row, is not installed: npm --prefix bench ci')
  })
}

async function emmettWriter(stack: AsyncDisposableStack): Promise<NewWriter> {
  const { getPostgreSQLEventStore } = await loadEmmett()
  const bare = await bareDatabase()
  stack.defer(bare.close)
  const pool = new pg.Pool({ connectionString: bare.url, max: connections })
  surviveLostConnections(pool)
  stack.defer(() => pool.end())
  const store = getPostgreSQLEventStore(bare.url, { connectionOptions: { pool } })
  stack.defer(() => store.close())
  await store.schema.migrate()
  let cases = 0
  return async (appends) => {
    const stream = `case-${cases++}`
    const { at, actor } = requestBy()
    return tagTexts(appends).map((text, index) => {
      const data = { documentId: 'doc_1', text, at: at.toISOString(), actor }
      const options = { expectedStreamVersion: BigInt(index) }
      return () => store.appendToStream(stream, [{ type: 'document.tagged', data }], options)
    })
  }
}

function tagTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `tag ${index}`)
}
