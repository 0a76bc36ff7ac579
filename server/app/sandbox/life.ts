import type { NewAnchor } from '@portico/contract/anchors'
import type { NewWorkProductContent } from '@portico/contract/work-products'
import { document } from '../../core/file/document.ts'
import { issues } from '../../core/issue/issue.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf, daysLater } from '../../core/time/moments.ts'
import { work } from '../../core/work/work.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import type { Database } from '../../store/db.ts'
import type { CasePlan } from '../../synth/plan.ts'
import type { SealDecision } from '../decisions/seal-decision.ts'
import type { Request } from '../engine/execute.ts'
import { pagesAbout } from './evidence.ts'
import type { PastDesk } from './past-desk.ts'
import type { Stage, StageName } from './stages.ts'
import { documentIdOf, idIn } from './synthesise.ts'

/** In the order of the main path: a case has done everything up to where it stands. */
const path = ['intake', 'onDocket', 'withAdjudicator', 'drafting', 'inReview', 'delivered', 'closed'] as const

/** One commit, unless it is there already. */
export type Step = (
  name: string,
  day: number,
  username: string,
  act: (request: Request, displayName: string) => Promise<unknown>,
) => Promise<void>

export type Scene = {
  db: Database
  plan: CasePlan
  caseId: string
  stage: Stage
  desk: PastDesk
  step: Step
  clock: () => Date
  now: Date
  seal: SealDecision
}

/** What the people of the sandbox have done to a case, step by step. */
export async function workUpTo(scene: Scene) {
  const { stage, step, desk, caseId, now } = scene
  const { tasks } = desk
  const { drafter, adjudicator } = stage
  const isPast = (wanted: (typeof path)[number]) => placeOf(stage.name) >= path.indexOf(wanted)
  const task = (type: string) => openTaskOf(scene, type)
  const complete =
    (type: string, given: { outcome?: string; assignee?: { person: string } }) => async (request: Request) =>
      tasks.change(request, caseId, await task(type), { type: 'completeTask', ...given })

  if (!isPast('onDocket')) return
  await step('docket', 2, 'i.marchetti', (request) => {
    const command = {
      type: 'docket' as const,
      caseId,
      docket: stage.docket,
      findings: [],
      mayOverride: false,
    }
    return desk.execute(work, request, command, () => null)
  })
  if (stage.docket === 'hearing') return scheduleHearing(scene)
  if (isPast('withAdjudicator')) {
    if (stage.docket === 'evidenceSubmission')
      await step('end of the evidence window', 12, 's.brennan', async (request) =>
        tasks.change(request, caseId, await task('evidenceWindow'), {
          type: 'resumeTask',
          why: 'The representative says that there is nothing more to submit.',
        }),
      )
    await step(
      'distribute',
      14,
      's.brennan',
      complete('distribution', { outcome: 'distributed', assignee: { person: adjudicator } }),
    )
  }
  if (isPast('drafting')) {
    const given = { outcome: 'assigned', assignee: { person: drafter } }
    await step('assign', 16, adjudicator, complete('assignment', given))
    await step('start', 18, drafter, async (request) =>
      tasks.change(request, caseId, await task('drafting'), { type: 'startTask' }),
    )
    await readAndNote(scene)
    await decideIssues(scene, isPast('inReview') || stage.name === 'returned')
  }
  if (isPast('inReview') || stage.name === 'returned') await submitDecision(scene)
  if (stage.name === 'returned') await returnDecision(scene)
  if (stage.name === 'onHold') {
    await step('hold', 40, drafter, async (request) =>
      tasks.change(request, caseId, await task('drafting'), {
        type: 'holdTask',
        until: daysLater(now, 45).toISOString(),
        why: 'Waiting for the service treatment records of 1994 from the records center.',
      }),
    )
  }
  if (isPast('delivered')) await signAndSend(scene)
  if (isPast('closed')) {
    await step('effect', 80, 'd.holloway', (request) =>
      desk.effectuation.report(request, caseId, { result: 'completed' }),
    )
  }
  if (stage.name === 'closed') {
    await step('legal hold', 85, 'p.nakamura', (request) =>
      desk.custody.placeHold(request, caseId, 'A court has asked for the file.'),
    )
  }
  if (stage.name === 'linked') await linkRemand(scene)
  const { mail } = stage
  if (mail) {
    await step('mail', stage.ageDays - 4, 't.vaughn', (request) =>
      tasks.routeMail(request, caseId, { mailType: mail }),
    )
  }
}

/** What stands beside the path has come as far as this. */
function placeOf(name: StageName): number {
  const beside: Partial<Record<StageName, (typeof path)[number]>> = {
    hearingScheduled: 'onDocket',
    returned: 'drafting',
    onHold: 'drafting',
    linked: 'closed',
  }
  return path.indexOf(beside[name] ?? (name as (typeof path)[number]))
}

/** Placed last: invitations and the conference follow by themselves, today, and nothing of the past after them. */
async function scheduleHearing({ step, desk, caseId, now, stage }: Scene) {
  const { mail } = stage
  if (mail)
    await step('mail', 71, 't.vaughn', (request) => desk.tasks.routeMail(request, caseId, { mailType: mail }))
  await step('place the hearing', 72, 'h.sorensen', async (request) => {
    const [session] = await desk.sessions.list(caseId)
    const day = dayOf(daysLater(now, 24))
    const slot = {
      startsAt: `${day}T14:15:00.000Z`,
      minutes: 60,
      timeZone: 'America/New_York',
      place: 'Room 4',
    }
    await desk.sessions.place(request, caseId, session?.id ?? '', { slot })
  })
}

/** The drafter has read half of the file, and has left a tag and notes of their own. */
async function readAndNote({ step, desk, caseId, plan, stage }: Scene) {
  const documentIds = plan.documents.map((_, index) => documentIdOf(plan, index))
  const read = documentIds.slice(0, Math.min(40, Math.ceil(documentIds.length / 2)))
  for (const [index, documentId] of read.entries()) {
    const command = { type: 'setRead' as const, caseId, documentId, read: true }
    await step(`read ${index}`, 19 + index / 10, stage.drafter, (request) =>
      desk.execute(document, request, command, () => null),
    )
  }
  const [first = ''] = documentIds
  await step('tag', 23, stage.drafter, (request) =>
    desk.execute(
      document,
      request,
      { type: 'tag', caseId, documentId: first, text: 'cite in decision' },
      () => null,
    ),
  )
  const annotationId = idIn(plan, 'ann', 'question of the drafter')
  await step('note', 24, stage.drafter, (request) => {
    const comment = 'Does this agree with the separation examination? Check before drafting the reasons.'
    const command = {
      type: 'annotate' as const,
      caseId,
      documentId: first,
      annotationId,
      page: 1,
      x: 0.6,
      y: 0.3,
      comment,
    }
    return desk.execute(document, request, command, () => null)
  })
}

async function decideIssues({ db, step, desk, caseId, plan, stage }: Scene, isWhole: boolean) {
  for (const [place, { condition }] of plan.story.claims.entries()) {
    const issueId = idIn(plan, 'issue', String(place))
    const anchors = await pagesAbout(db, caseId, condition.name, 2)
    for (const [index, anchor] of anchors.entries()) {
      await step(`cite ${place} ${index}`, 26, stage.drafter, (request) =>
        desk.issues.cite(request, caseId, issueId, { ...anchor, note: `Speaks of ${condition.name}.` }),
      )
    }
    // The last one of a draft that goes on is still open.
    if (!isWhole && place === plan.story.claims.length - 1) continue
    await step(`decide ${place}`, 27, stage.drafter, (request) =>
      desk.execute(
        issues,
        request,
        { type: 'decideIssue', caseId, issueId, ...decisionAt(place, stage) },
        () => null,
      ),
    )
  }
  if (isWhole) return
  const { workProductId } = targetOf(plan, caseId)
  await step('draft', 28, stage.drafter, (request) =>
    desk.workProducts.draft(request, { caseId, workProductId }, { title: 'Decision' }),
  )
}

function decisionAt(place: number, { name }: Stage) {
  if (place === 0) return { disposition: 'allowed' }
  const isDispatched = ['delivered', 'closed', 'linked'].includes(name)
  if (place === 1 && !isDispatched)
    return {
      disposition: 'remanded',
      reasons: [{ reason: 'inadequateExamination', timing: 'beforeCertification' }],
    }
  return { disposition: 'denied' }
}

async function submitDecision(scene: Scene) {
  const { step, desk, caseId, plan, stage } = scene
  const target = targetOf(plan, caseId)
  await step('draft', 34, stage.drafter, async (request) =>
    desk.workProducts.draft(request, target, { title: 'Decision', content: await contentOf(scene) }),
  )
  await step('submit', 38, stage.drafter, (request) =>
    desk.workProducts.change(request, { ...target, type: 'submit', version: 1 }),
  )
  const commentId = idIn(plan, 'comment', 'of the adjudicator')
  await step('comment', 42, stage.adjudicator, (request) =>
    desk.workProducts.comment(
      request,
      { ...target, commentId },
      { text: 'Say which examination this rests on.' },
    ),
  )
}

async function returnDecision({ step, desk, caseId, plan, stage }: Scene) {
  await step('return', 45, stage.adjudicator, (request) =>
    desk.workProducts.giveBack(request, targetOf(plan, caseId), {
      version: 1,
      reasons: ['Address the lay statements of the spouse, and say why they are or are not credible.'],
    }),
  )
}

async function signAndSend(scene: Scene) {
  const { db, step, desk, caseId, plan, stage, seal, clock } = scene
  const target = targetOf(plan, caseId)
  await step('sign', 46, stage.adjudicator, (request, name) =>
    desk.workProducts.sign(request, target, { version: 1, name }),
  )
  await seal(target)
  // One in twenty is sampled, whichever it is.
  if (await findOpenTask(db, caseId, 'qualityReview')) {
    await step('quality review', 50, 'q.abara', async (request) =>
      desk.tasks.change(request, caseId, await openTaskOf(scene, 'qualityReview'), {
        type: 'completeTask',
        outcome: 'passed',
      }),
    )
  }
  for (const { id, status } of await desk.deliveries.list(caseId)) {
    if (status !== 'owed') continue
    await step(`receipt ${id}`, 54, 'd.holloway', (request) =>
      desk.deliveries.receipt(request, caseId, id, { channel: 'mail', sentAt: clock().toISOString() }),
    )
  }
  await step('dispatch', 56, 'd.holloway', async (request) =>
    desk.tasks.change(request, caseId, await openTaskOf(scene, 'dispatch'), {
      type: 'completeTask',
      outcome: 'dispatched',
    }),
  )
}

async function linkRemand({ step, desk, caseId, plan }: Scene) {
  const issueIds = [idIn(plan, 'issue', '1')]
  await step('link', 100, 's.brennan', (request) =>
    desk.links.link(request, caseId, { kind: 'remand', issueIds, why: 'An examination was inadequate.' }),
  )
}

async function contentOf({ db, caseId, plan, stage }: Scene): Promise<NewWorkProductContent> {
  const sections = plan.story.claims.map(async ({ condition }, place) => {
    const { disposition } = decisionAt(place, stage)
    const [anchor = { page: 1 }] = await pagesAbout(db, caseId, condition.name, 1)
    const said = { allowed: 'granted', remanded: 'remanded', denied: 'denied' }[disposition]
    return {
      issueId: idIn(plan, 'issue', String(place)),
      content: [
        paragraph(`The evidence of record speaks of ${condition.name} `, anchor),
        paragraph(`For these reasons the appeal is ${said ?? disposition} as to this issue.`),
      ],
    }
  })
  return {
    opening: [paragraph('The Board has reviewed the entire record before it.')],
    issues: await Promise.all(sections),
    closing: [],
  }
}

function paragraph(text: string, anchor?: NewAnchor) {
  const run = { type: 'text' as const, text }
  return {
    type: 'paragraph' as const,
    content: anchor
      ? [run, { type: 'citation' as const, anchor }, { type: 'text' as const, text: '.' }]
      : [run],
  }
}

const targetOf = (plan: CasePlan, caseId: string) => ({
  caseId,
  workProductId: idIn(plan, 'product', 'decision'),
})

async function openTaskOf({ db, caseId }: Pick<Scene, 'db' | 'caseId'>, type: string): Promise<string> {
  const found = await findOpenTask(db, caseId, type)
  if (!found) throw new Refusal('stateForbids', `The case has no open task of the type ${type}.`)
  return found
}

async function findOpenTask(db: Database, caseId: string, type: string): Promise<string | undefined> {
  return (await listTasks(db, caseId, { open: true })).find((task) => task.type === type)?.id
}
