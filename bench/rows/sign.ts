import { hash, randomBytes } from 'node:crypto'
import type { NewRichText } from '@portico/contract/rich-text'
import { openWorkProducts } from '../../server/app/decisions/work-products.ts'
import { createExecute } from '../../server/app/engine/execute.ts'
import { document } from '../../server/core/file/document.ts'
import { issues } from '../../server/core/issue/issue.ts'
import type { Decider, Fact } from '../../server/core/kernel/decider.ts'
import { newId } from '../../server/core/kernel/ids.ts'
import { party } from '../../server/core/party/party.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import { allProjections } from '../../server/projections/all.ts'
import type { Database } from '../../server/store/db.ts'
import { chain } from '../../server/store/events/append.ts'
import { lockCase } from '../../server/store/events/stream.ts'
import { newDocument, noReactions, noWork, openDesk, requestBy } from '../../server/test/case-desk.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const citations = scaled(200)
const issueCount = scaled(10)
const pagesEach = 10
const rounds = 9
const few = { documents: scaled(250), events: scaled(2_000) }
const manyDocuments = { ...few, documents: scaled(2_500) }
const manyEvents = { ...few, events: scaled(20_000) }
const quote = (page: number) => `at least as likely as not on page ${page}`

/** Signing a decision with 200 citations: beside one statement that does the same in SQL alone, and as a case grows. */
export async function sign(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 4 })
  stack.defer(db.close)
  const bench = openBench(db)
  const cases = {
    few: await bench.openCase(few),
    documents: await bench.openCase(manyDocuments),
    events: await bench.openCase(manyEvents),
  }
  await db.script('vacuum analyze')
  const ms = await interleaved(rounds, {
    few: () => bench.signMs(cases.few),
    statement: () => bench.statementMs(cases.few),
    documents: () => bench.signMs(cases.documents),
    events: () => bench.signMs(cases.events),
  })
  const what = `signing with ${citations} citations`
  return [
    {
      what: `${what}, a case of ${few.documents} documents`,
      unit: 'signatures/s',
      ours: 1000 / ms.few,
      peer: 1000 / ms.statement,
      peerName: 'one SQL statement',
      aim: { atLeast: 0.5 },
    },
    {
      what: `${what}, a case of ${manyEvents.events} events`,
      unit: 'ms',
      ours: ms.events,
      peer: ms.few,
      peerName: `a case of ${few.events} events`,
      aim: { atMost: 1.5 },
    },
    {
      what: `${what}, a case of ${manyDocuments.documents} documents`,
      unit: 'ms',
      ours: ms.documents,
      peer: ms.few,
      peerName: `a case of ${few.documents} documents`,
      aim: { atMost: 1.5 },
      promise: 'signing with ten times the documents',
    },
  ]
}

type OpenedCase = { caseId: string; documentId: string; issueIds: string[]; pages: number[] }

function openBench(db: Database) {
  const profileFor = async () => defaultProfile
  const execute = createExecute({
    db,
    projections: allProjections,
    profileFor,
    reactions: noReactions,
    workFor: noWork,
  })
  const products = openWorkProducts({ db, execute, profileFor, recognition: 'off' })
  const desk = openDesk(db, execute)

  async function openCase({ documents, events }: typeof few): Promise<OpenedCase> {
    const { caseId, documentIds } = await desk.open(
      Array.from({ length: documents }, () => newDocument(pagesEach)),
    )
    await db.rows(
      `insert into page_texts (case_id, page, text)
       select $1, page, repeat('The record was read in full and weighed with the rest. ', 30)
         || 'It is at least as likely as not on page ' || page || ' that it began in service. '
       from generate_series(1, $2::int) as page`,
      [caseId, documents * pagesEach],
    )
    const issueIds = Array.from({ length: issueCount }, (_, index) => `issue-${index}-${caseId}`)
    for (const issueId of issueIds) {
      const added = { type: 'addIssue' as const, caseId, issueId, issueType: 'serviceConnection' }
      await execute(issues, requestBy(), added, () => null)
      const decided = { type: 'decideIssue' as const, caseId, issueId, disposition: 'allowed' }
      await execute(issues, requestBy(), decided, () => null)
    }
    const person = { firstName: 'Ada', lastName: 'Byron' }
    const recorded = {
      type: 'recordParty' as const,
      caseId,
      partyId: `party-${caseId}`,
      role: 'appellant',
      person,
    }
    await execute(party, requestBy(), recorded, () => null)
    for (const documentId of documentIds) {
      await execute(document, requestBy(), { type: 'setRead', caseId, documentId, read: true }, () => null)
    }
    await lengthen(caseId, documentIds[0]!, events)
    const step = Math.floor((documents * pagesEach) / citations)
    const pages = Array.from({ length: citations }, (_, index) => 1 + index * step)
    return { caseId, documentId: documentIds[0]!, issueIds, pages }
  }

  async function lengthen(caseId: string, documentId: string, events: number) {
    const facts = Array.from({ length: events }, (_, index): Fact => {
      const type = index % 2 === 0 ? 'document.tagged' : 'document.untagged'
      return { type, subject: documentId, data: { documentId, text: 'to and fro' } }
    })
    for (let first = 0; first < facts.length; first += 1000) {
      const command = { type: 'record' as const, caseId, documentId, facts: facts.slice(first, first + 1000) }
      await execute(recorder, requestBy(), command, () => null)
    }
  }

  /** A draft in review: what was signed before is recalled, so that this one may be. */
  async function submitted({ caseId, issueIds, pages }: OpenedCase) {
    const target = { caseId, workProductId: newId('product', new Date(), randomBytes(10)) }
    const inForce = (await products.list(caseId)).find(
      ({ status }) => status === 'signed' || status === 'released',
    )
    if (inForce) {
      const recalled = {
        caseId,
        workProductId: inForce.id,
        type: 'recall' as const,
        why: 'For the next round.',
      }
      await products.change(requestBy(), recalled)
    }
    const each = citations / issueCount
    const content = {
      opening: [],
      issues: issueIds.map((issueId, index) => ({
        issueId,
        content: cited(pages.slice(index * each, (index + 1) * each)),
      })),
      closing: [],
    }
    await products.draft(requestBy(), target, { content })
    await products.change(requestBy(), { ...target, type: 'submit', version: 1 })
    return target
  }

  return {
    openCase,

    /** As in the workspace: the signer has seen what was found, and before that somebody has read a document again. */
    async signMs(opened: OpenedCase): Promise<number> {
      const { caseId, documentId } = opened
      for (const read of [false, true])
        await execute(document, requestBy(), { type: 'setRead', caseId, documentId, read }, () => null)
      const target = await submitted(opened)
      const { by, at, name } = { by: requestBy().actor, at: requestBy().at.toISOString(), name: 'A Judge' }
      await products.blockers(target, { by, at, name })
      return elapsedMs(() => products.sign(requestBy(), target, { version: 1, name }))
    },

    /** The values of the events are made ready beforehand; the state it leaves is what a recall expects. */
    async statementMs(opened: OpenedCase): Promise<number> {
      const { caseId, workProductId } = await submitted(opened)
      const head = await lockCase(db, caseId)
      if (!head) throw new Error('the case was not opened')
      const packageSha256 = hash('sha256', workProductId)
      const facts: Fact[] = [
        {
          type: 'workProduct.signed',
          subject: workProductId,
          data: {
            workProductId,
            version: 1,
            contentSha256: packageSha256,
            packageSha256,
            dispositions: opened.issueIds.map((issueId) => ({
              issueId,
              disposition: 'allowed',
              reasons: [],
            })),
            recipients: [`party-${caseId}`],
            warnings: [],
          },
        },
        { type: 'workProduct.released', subject: workProductId, data: { workProductId, packageSha256 } },
      ]
      const events = chain(head, requestBy(), facts, () => newId('evt', new Date(), randomBytes(10)))
      const rows = events.map((event) => ({ ...event, dataHash: event.dataHash.toString('hex') }))
      const values = [
        caseId,
        workProductId,
        packageSha256,
        JSON.stringify(rows),
        head.version,
        Buffer.from(events.at(-1)!.hash, 'hex'),
        opened.pages,
        opened.pages.map(quote),
      ]
      return elapsedMs(async () => {
        const [written] = await db.rows<{ bytes: number }>(signStatement, values)
        if (!written?.bytes) throw new Error('the statement signed nothing')
      })
    },
  }
}

/**
 * The same work in SQL alone: every document with who has read it, every quote looked for on its page, the draft, the
 * issues and the parties put into one text and hashed; the head moved under a check, the events, the product, the issues.
 */
const signStatement = `
  with manifest as (
    select jsonb_agg(jsonb_build_object('documentId', d.document_id, 'version', d.version, 'name', d.name,
      'startPage', d.start_page, 'endPage', d.end_page, 'content', d.content, 'readBy', r.read_by)
      order by d.start_page) as entries
    from documents d
    left join (
      select document_id, jsonb_agg(jsonb_build_object('id', member_id, 'at', at) order by at) as read_by
      from read_marks where case_id = $1 and read group by document_id
    ) r using (document_id)
    where d.case_id = $1 and d.status = 'current'
  ),
  cited as (
    select jsonb_agg(jsonb_build_object('page', c.page, 'quote', c.quote, 'documentId', v.document_id,
      'sha256', v.content->>'sha256') order by c.page) as places,
      bool_and(strpos(t.text, c.quote) > 0) as all_found
    from unnest($7::int[], $8::text[]) as c (page, quote)
    join page_texts t on t.case_id = $1 and t.page = c.page
    cross join lateral (
      select document_id, content from document_versions
      where case_id = $1 and start_page <= c.page order by start_page desc limit 1
    ) v
  ),
  decided as (select jsonb_agg(to_jsonb(i) order by position) as rows from issues i where case_id = $1),
  sent as (select jsonb_agg(to_jsonb(p)) as rows from parties p where case_id = $1),
  package as (
    select jsonb_build_object('manifest', m.entries, 'citations', c.places, 'dispositions', d.rows,
      'recipients', s.rows, 'content', x.body)::text as body
    from manifest m, cited c, decided d, sent s, work_products w
    join work_product_texts x on x.case_id = w.case_id and x.sha256 = w.content_sha256
    where c.all_found and w.case_id = $1 and w.work_product_id = $2
  ),
  moved as (
    update case_streams set version = version + 2, hash = $6 where case_id = $1 and version = $5 returning case_id
  ),
  kept as (
    insert into decision_packages (case_id, sha256, work_product_id, body)
    select case_id, $3, $2, body from package, moved where sha256(convert_to(body, 'UTF8')) is not null
    returning octet_length(body) as bytes
  ),
  recorded as (
    insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
      correlation_id, hash)
    select nextval('event_position'), $1, sequence, id, type, subject, at, "recordedAt", actor, data,
      decode("dataHash", 'hex'), "correlationId", decode(hash, 'hex')
    from moved, jsonb_to_recordset($4) as e (sequence int, id text, type text, subject text, at timestamptz,
      "recordedAt" timestamptz, actor jsonb, data jsonb, "dataHash" text, "correlationId" text, hash text)
  ),
  product as (
    update work_products set status = 'released', package_sha256 = $3, signed_sequence = $5 + 1,
      signed_by = drafted_by, signed_at = drafted_at, released_by = drafted_by, released_at = drafted_at
    where case_id = $1 and work_product_id = $2
  ),
  frozen as (update issues set signed_in = $2 where case_id = $1)
  select bytes from kept`

function cited(pages: readonly number[]): NewRichText {
  return pages.map((page) => ({
    type: 'paragraph',
    content: [
      {
        type: 'text',
        text: `The examiner gives a reasoned opinion on page ${page}, and the Board accepts it. `,
      },
      { type: 'citation', anchor: { page, quote: quote(page) } },
    ],
  }))
}

type RecordFacts = { type: 'record'; caseId: string; documentId: string; facts: Fact[] }

/** The document's own decider, but for a command that brings its facts with it. */
const recorder: Decider<RecordFacts, typeof document.initial> = {
  name: document.name,
  stateVersion: document.stateVersion,
  reads: ({ documentId }) => ({ subject: documentId }),
  initial: document.initial,
  evolve: document.evolve,
  decide: ({ facts }) => facts,
}
