import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Actor } from '@portico/contract/envelope'
import { caseFile, type OpenCase } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { type IdPrefix, newId } from '../../core/kernel/ids.ts'
import { daysEarlier } from '../../core/time/moments.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { DerivedFiles } from '../../files/derived.ts'
import { caseByAlias } from '../../projections/cases.ts'
import type { Database } from '../../store/db.ts'
import { type CasePlan, planCase } from '../../synth/plan.ts'
import { writeCasePdfInWorker } from '../../synth/worker-thread.ts'
import type { Execute, Request } from '../engine/execute.ts'
import type { Cases } from '../file/cases.ts'
import { isTakenAlias } from '../intake/taken-alias.ts'
import type { Profiles } from '../profile/profiles.ts'
import type { ReadTexts } from '../texts/read-texts.ts'
import type { SandboxActors } from './actors.ts'
import { stageAt } from './stages.ts'
import { type Synthesise, type SynthesisOrder, syntheticSource } from './synthesis-order.ts'
import { beginSyntheticWork } from './synthetic-work.ts'

/**
 * Makes one synthetic case: its PDF, the case, its tags and annotations, and its searchable text. Each write has its
 * own idempotency key, so an interrupted order resumes and a finished one changes nothing.
 */
export function createSynthesise(parts: {
  db: Database
  blobs: Blobs
  derived: DerivedFiles
  execute: Execute
  cases: Pick<Cases, 'find'>
  profiles: Pick<Profiles, 'inForce'>
  readTexts: ReadTexts
  clock: () => Date
  /** Who works on cases that are at work. */
  people?: (() => Promise<SandboxActors>) | undefined
}): Synthesise {
  const { db, blobs, derived, execute, cases, profiles, readTexts, clock, people } = parts

  return async (order, { signal, onPages = () => {}, isAtWork = false } = {}) => {
    const plan = planCase(order.seed, order.index, order.pages)
    const known = await caseByAlias(db, syntheticSource, plan.externalId)
    const actors = isAtWork ? await people?.() : undefined
    const at = actors ? await openedAt(order, known) : clock()
    const caseId = known ?? (await open(plan, await write(plan, signal, onPages), at))
    const documentIds = plan.documents.map((_, index) => documentIdOf(plan, index))
    await beginSyntheticWork({
      execute,
      plan,
      caseId,
      docket: actors || order.index < 2 ? undefined : dockets[order.index % dockets.length],
      requestOf: (step) => requestOf(intake, plan, step, at),
      idOf: (prefix, what) => idIn(plan, prefix, what),
    })
    await mark(plan, caseId, documentIds, at, (username) => actors?.of(username) ?? person(username))
    await readTexts(caseId, signal)
    return { caseId, pages: order.pages, isNew: known === undefined }
  }

  /** In the past, so that the work on it is too. */
  async function openedAt({ index }: SynthesisOrder, known: string | undefined): Promise<Date> {
    if (known) return new Date((await cases.find(known)).openedAt)
    return daysEarlier(clock(), stageAt(index).ageDays)
  }

  async function write(plan: CasePlan, signal: AbortSignal | undefined, onPages: (pages: number) => void) {
    const path = derived.scratchPath()
    try {
      await writeCasePdfInWorker(plan, path, { ...(signal ? { signal } : {}), onProgress: onPages })
      return await blobs.putFile(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function open(
    plan: CasePlan,
    original: { sha256: string; bytes: number },
    at: Date,
  ): Promise<string> {
    const command = openCommand(plan, original, profiles.inForce().caseTypes[0]?.name ?? '')
    try {
      await execute(caseFile, requestOf(intake, plan, 'open', at), command, () => null)
      return command.caseId
    } catch (error) {
      const other = await caseByAlias(db, syntheticSource, plan.externalId)
      const isThere = isTakenAlias(error) || (error instanceof Refusal && error.code === 'conflict')
      if (isThere && other) return other
      throw error
    }
  }

  async function mark(
    plan: CasePlan,
    caseId: string,
    documentIds: string[],
    at: Date,
    actorOf: (username: string) => Actor,
  ) {
    for (const [index, { documentIndex, text, by }] of plan.tags.entries()) {
      const command = { type: 'tag' as const, caseId, documentId: documentIds[documentIndex]!, text }
      await execute(document, requestOf(actorOf(by), plan, `tag ${index}`, at), command, () => null)
    }
    for (const [index, { documentIndex, by, ...annotation }] of plan.annotations.entries()) {
      const annotationId = idIn(plan, 'ann', `annotation ${index}`)
      const documentId = documentIds[documentIndex]!
      const command = { type: 'annotate' as const, caseId, documentId, annotationId, ...annotation }
      await execute(document, requestOf(actorOf(by), plan, `annotation ${index}`, at), command, () => null)
    }
  }
}

function requestOf(actor: Actor, plan: CasePlan, step: string, at: Date): Request {
  const key = `${plan.externalId} ${step}`
  const fingerprint = createHash('sha256').update(key).digest()
  return { at, actor, correlationId: key, idempotency: { key, fingerprint } }
}

const dockets = ['directReview', 'evidenceSubmission', 'hearing'] as const

const intake: Actor = { id: 'system_synthetic_intake', name: 'synthetic-intake', kind: 'system' }

function person(username: string): Actor {
  return { id: `synthetic_${username}`, name: username, kind: 'person' }
}

function openCommand(
  plan: CasePlan,
  original: { sha256: string; bytes: number },
  caseType: string,
): OpenCase {
  let firstPage = 1
  const documents = plan.documents.map(({ name, description, categories, receiptDate, pageCount }, index) => {
    const content = { ...original, mediaType: 'application/pdf', firstPage, pageCount }
    firstPage += pageCount
    return {
      documentId: documentIdOf(plan, index),
      name,
      description,
      categories: [...categories],
      receiptDate,
      content,
    }
  })
  return {
    type: 'openCase',
    caseId: idIn(plan, 'case', 'case'),
    docketNumber: plan.docketNumber,
    caseType,
    veteran: plan.veteran,
    receiptDate: plan.receiptDate,
    uploadedAt: plan.uploadedAt,
    originalPdfBytes: original.bytes,
    claimantId: idIn(plan, 'party', 'veteran'),
    alias: { source: syntheticSource, externalId: plan.externalId },
    documents,
  }
}

export function documentIdOf(plan: CasePlan, index: number): string {
  return idIn(plan, 'doc', `document ${index}`)
}

/** A case has the same IDs in every sandbox. */
export function idIn({ externalId, uploadedAt }: CasePlan, prefix: IdPrefix, what: string): string {
  const bytes = createHash('sha256').update(`${externalId} ${what}`).digest().subarray(0, 10)
  return newId(prefix, new Date(uploadedAt), bytes)
}
