import type { Portico } from '../portico.ts'

export type Stage = 'opened' | 'docketed' | 'withAdjudicator' | 'drafting' | 'inReview' | 'released'

/** Cases at each stage: one that several may read, or one of its own for whoever changes it. */
export function preparedCases(client: Portico, person: string) {
  const shared = new Map<Stage, ReturnType<typeof preparedCase>>()
  return {
    own: (stage: Stage, hasPage: boolean) => preparedCase(client, person, stage, hasPage),
    shared(stage: Stage) {
      const made = shared.get(stage) ?? preparedCase(client, person, stage, true)
      shared.set(stage, made)
      return made
    },
  }
}

/** A new case with a party, an issue and, if asked for, a page; brought to a stage of its work by one person who may do all. */
async function preparedCase(client: Portico, person: string, stage: Stage, hasPage: boolean) {
  const stages: Stage[] = ['opened', 'docketed', 'withAdjudicator', 'drafting', 'inReview', 'released']
  const isPast = (one: Stage) => stages.indexOf(stage) >= stages.indexOf(one)
  const openTask = async (type: string) =>
    (await client.tasks.list(caseId, { open: true })).find((task) => task.type === type)?.id ?? ''

  const veteran = { firstName: 'Ada', lastName: 'Byron' }
  const opened = await client.cases.open(
    { veteran, receiptDate: '2026-03-02' },
    hasPage ? new Blob(['The knee gave way in 1998.']) : undefined,
  )
  const caseId = opened.case.id
  const partyId = `party_of_${caseId}`
  await client.parties.write(caseId, partyId, { role: 'appellant', person: veteran })
  const issue = await client.issues.add(caseId, {
    issueType: 'serviceConnection',
    description: `Service connection for the knee of ${caseId}`,
  })
  const given = { caseId, partyId, issueId: issue.id, taskId: '', workProductId: '' }

  if (isPast('docketed')) await client.cases.docket(caseId, { docket: 'directReview' })
  if (isPast('withAdjudicator')) {
    const assignee = { person }
    await client.tasks.complete(caseId, await openTask('distribution'), { outcome: 'distributed', assignee })
    given.taskId = await openTask('assignment')
  }
  if (isPast('drafting')) {
    await client.tasks.complete(caseId, given.taskId, { outcome: 'ownDraft' })
    const disposition = hasPage ? 'allowed' : 'dismissedMatterOfLaw'
    await client.issues.decide(caseId, issue.id, { disposition })
    if (hasPage) await client.issues.cite(caseId, issue.id, { page: 1 })
    const content = [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Granted.' }] }]
    const draft = { opening: [], issues: [{ issueId: issue.id, content }], closing: [] }
    given.workProductId = (await client.workProducts.draft(caseId, { content: draft })).id
  }
  if (isPast('inReview')) await client.workProducts.submit(caseId, given.workProductId, 1)
  if (isPast('released')) {
    await client.workProducts.sign(caseId, given.workProductId, 1)
    for await (const _ of client.cases.watch(caseId, { types: ['workProduct.released'] })) break
  }
  return given
}
