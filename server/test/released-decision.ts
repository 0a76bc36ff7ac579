import assert from 'node:assert/strict'
import type { TaskList } from '@portico/contract/tasks'
import { until } from './until.ts'
import type { Http, World } from './world.ts'

export type ReleasedDecision = { caseId: string; workProductId: string; drafter: Http; judge: Http }

/** Works the small case of a world to a draft that waits for its review. */
export async function submitSmallDraft(world: World, caseId = world.caseId): Promise<ReleasedDecision> {
  const drafter = await world.member('dora', ['drafter'])
  const judge = await world.member('judith', ['adjudicator'])
  const on = (place: string) => `/cases/${caseId}${place}`
  const done = async (http: Http, method: string, place: string, body: unknown) => {
    const reply = await http(method, on(place), { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json
  }
  const complete = async (type: string, body: unknown, by = world.admin) => {
    const { tasks } = (await by('GET', on('/tasks?open=true'))).json as TaskList
    await done(by, 'POST', `/tasks/${tasks.find((one) => one.type === type)?.id}/complete`, body)
  }
  await done(world.admin, 'POST', '/docket', { docket: 'directReview' })
  await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
  await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  await done(drafter, 'POST', '/issues', { issueType: 'serviceConnection', description: 'For tinnitus' })
  const { issues } = (await drafter('GET', on('/issues'))).json as { issues: { id: string }[] }
  for (const { id } of issues)
    await done(drafter, 'PUT', `/issues/${id}/decision`, { disposition: 'allowed' })
  const citation = { type: 'citation', anchor: { page: 2 } }
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Granted.' }, citation] }
  const content = {
    opening: [],
    issues: issues.map(({ id: issueId }) => ({ issueId, content: [paragraph] })),
    closing: [],
  }
  const drafted = (await done(drafter, 'POST', '/work-products', { content })) as {
    workProduct: { id: string }
  }
  const { id: workProductId } = drafted.workProduct
  await done(drafter, 'POST', `/work-products/${workProductId}/submit`, { version: 1 })
  return { caseId, workProductId, drafter, judge }
}

/** Works the small case of a world to a decision that is released. */
export async function releaseSmallDecision(world: World, of?: string): Promise<ReleasedDecision> {
  const decision = await submitSmallDraft(world, of)
  const { caseId, workProductId, judge } = decision
  const place = `/cases/${caseId}/work-products/${workProductId}/sign`
  const signed = await judge('POST', place, { body: { version: 1 } })
  assert.ok(signed.status < 300, signed.text)
  await until(async () => {
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=workProduct.released`)
    return (json as { events: unknown[] }).events.length > 0
  })
  return decision
}
