import type { DecisionPackage } from '@portico/contract/decision-package'
import type { Assignee } from '@portico/contract/tasks'
import { findingsOf } from '../../core/decision/findings.ts'
import { signatureOverride } from '../../core/decision/holders.ts'
import { layOut, layoutById } from '../../core/decision/layout.ts'
import { composePackage } from '../../core/decision/package.ts'
import { shownOf } from '../../core/decision/shown.ts'
import { type WorkProductCommand, workProducts } from '../../core/decision/work-product.ts'
import { isBeingWritten } from '../../core/decision/work-product-state.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { type Context, Refusal, workerIn } from '../../core/kernel/decider.ts'
import { createReadEvidence } from '../../projections/evidence-manifest.ts'
import { listHeldTasks } from '../../projections/list-tasks.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { forgetChanges } from '../../store/draft-changes.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { readDraft, versionText } from './draft-text.ts'
import { decisionFacts, prepareSignature } from './sign.ts'
import { changedProduct } from './work-product-changes.ts'
import { factsOf } from './work-product-reads.ts'

type Signing = { version: number; shown?: string; name: string; override?: string; mayOverride?: boolean }

/** Signing a draft, and what signing it now would make of it: what hinders it, a preview, the decision as a draft. */
export function openSigning({
  db,
  execute,
  profileFor,
  recognition,
  deliveredBy,
}: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  recognition: 'on' | 'off'
  /** The bindings of the output port, by name. */
  deliveredBy: readonly string[]
}) {
  const readEvidence = createReadEvidence()

  return {
    blockers: (target: DraftTarget, signature: DecisionPackage['signature']) =>
      consistentRead(db, async (tx) => {
        const [facts, { revision, text }, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          profileFor(tx),
        ])
        if (!isBeingWritten(facts.status))
          throw new Refusal('stateForbids', 'This work product is not being written, so it cannot be signed.')
        const options = { profile, signature, recognition, readEvidence }
        const shownFacts = await decisionFacts(tx, target.caseId, { ...facts, text }, options)
        const found = findingsOf(shownFacts)
        const shown = shownOf(shownFacts, found)
        return { version: facts.version, revision, shown, maySign: found.blockers.length === 0, ...found }
      }),

    preview: (target: DraftTarget, signature: DecisionPackage['signature']) =>
      consistentRead(db, async (tx) => {
        const [product, { revision, text }, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          profileFor(tx),
        ])
        const options = { profile, signature, recognition, readEvidence }
        const facts = await decisionFacts(tx, target.caseId, { ...product, text }, options)
        const { sections, structure, authorities, citations, dispositions, recipients } = composePackage(
          facts,
          [],
          [],
        )
        const placed = citations.map(({ status: _, ...citation }) => citation)
        const { version } = product
        return {
          version,
          revision,
          shown: shownOf(facts, findingsOf(facts)),
          sections,
          layout: layoutById(layOut(sections, structure)),
          ...(authorities ? { authorities } : {}),
          citations: placed,
          dispositions,
          recipients,
          deliveredBy: [...deliveredBy],
        }
      }),

    /** What a signature would freeze now, to be set as a draft. */
    draftPackage: (target: DraftTarget, signature: DecisionPackage['signature']) =>
      consistentRead(db, async (tx) => {
        const [product, { text }, profile] = await Promise.all([
          factsOf(tx, target),
          readDraft(tx, target),
          profileFor(tx),
        ])
        if (!isBeingWritten(product.status))
          throw new Refusal(
            'stateForbids',
            'This work product is not being written: it has no draft to preview.',
          )
        const options = { profile, signature, recognition, readEvidence }
        return composePackage(await decisionFacts(tx, target.caseId, { ...product, text }, options), [], [])
      }),

    sign: (request: Request, target: DraftTarget, { version, name, ...asked }: Signing) => {
      const signature = { by: workerIn(request), name, at: request.at.toISOString() }
      const { caseId, workProductId } = target
      return execute(
        workProducts,
        request,
        {
          caseId,
          underLock: async (tx, profile): Promise<WorkProductCommand> => {
            const override = await overrideOf(tx, caseId, asked, { ...request, profile })
            const options = { profile, signature, override, recognition, readEvidence }
            await refuseUnkept(tx, target)
            const prepared = await prepareSignature(tx, { ...target, version }, options)
            await forgetChanges(tx, target)
            return { ...target, type: 'sign', version, ...asked, ...(prepared ? { prepared } : {}) }
          },
        },
        ({ state }) => changedProduct(state, workProductId),
      )
    },
  }
}

/** In the place of whom it would be signed, and why; undefined where the decider accepts or refuses it without. */
async function overrideOf(
  tx: Queryable,
  caseId: string,
  asked: { override?: string; mayOverride?: boolean },
  context: Context,
): Promise<DecisionPackage['override']> {
  if (asked.override === undefined || !asked.mayOverride) return undefined
  const tasks = await listHeldTasks(tx, caseId)
  const override = signatureOverride({ tasks, context }, asked)
  if (!override) return undefined
  const holder = override.task?.assignee
  if (!holder) return { why: override.why }
  return { why: override.why, holder, name: (await displayNameOf(tx, holder)) ?? holder.name }
}

async function displayNameOf(tx: Queryable, { kind, id }: Assignee): Promise<string | undefined> {
  if (kind !== 'person') return undefined
  const [row] = await tx.rows<{ name: string }>(`select display_name as name from members where id = $1`, [
    id,
  ])
  return row?.name
}

/** A signature is that of a version: what was changed since would be lost. */
async function refuseUnkept(tx: Queryable, target: DraftTarget): Promise<void> {
  const { pending, version, text } = await readDraft(tx, target)
  if (pending === 0) return
  const last = await versionText(tx, target, version)
  if (last.title === text.title && canonicalJson(last.content) === canonicalJson(text.content)) return
  throw new Refusal(
    'conflict',
    `The text was changed since version ${version}: keep it as a version, read that, and sign it.`,
  )
}
