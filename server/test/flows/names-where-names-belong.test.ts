import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LetterPreview } from '@portico/contract/letters'
import type { Member } from '@portico/contract/members'
import type { ReportDetail, ReportSummary } from '@portico/contract/reports'
import type { Task, TaskList } from '@portico/contract/tasks'
import { doneBy } from '../done.ts'
import { releaseSmallDecision } from '../released-decision.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

const names: Record<string, string> = {
  tester: 'Terry Ames',
  dora: 'Dora Delgado',
  judith: 'Judith Reyes',
  carol: 'Carol Ng',
}
const idOfSomebody = /\b(mem|team)_[0-9a-z]+/
const username = new RegExp(`\\b(${Object.keys(names).join('|')})\\b`)

/** Each text in an answer, with the field that it is in. */
function* textsIn(value: unknown, field = ''): Generator<[field: string, text: string]> {
  if (typeof value === 'string') yield [field, value]
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one, field)
  else if (value && typeof value === 'object')
    for (const [name, one] of Object.entries(value)) yield* textsIn(one, name)
}

const isIdentifier = (field: string) => /^(id|subject|cursor|next|href|url|eventId)$|Ids?$/.test(field)

describe('after several people and teams have worked on a case', () => {
  let world: World
  before(async () => {
    world = await startWorld()
    const { caseId } = world
    const contact = { addresses: [{ lines: ['1 Main Street'], city: 'Salem' }] }
    const person = { firstName: 'Ada', lastName: 'King' }
    await done('POST', `/cases/${caseId}/parties/party_ada`, { role: 'appellant', person, contact })
    await world.member('carol', ['sessionCoordinator', 'scheduler'])
    const { cases } = await done<{ cases: { id: string }[] }>('GET', '/cases')
    const other = cases.find(({ id }) => id !== caseId)?.id ?? ''
    await releaseSmallDecision(world)
    await done('POST', `/cases/${other}/docket`, { docket: 'directReview' })
    const on = `/cases/${other}/tasks`
    const parentId = (await done<TaskList>('GET', `${on}?open=true`)).tasks.find(
      ({ type }) => type === 'distribution',
    )?.id
    for (const assignee of [{ person: 'tester' }, { team: 'caseSupport' }]) {
      const { task } = await done<{ task: Task }>('POST', on, { parentId, type: 'supportAction', assignee })
      await done('POST', `${on}/${task.id}/instructions`, { text: 'Please look.' })
    }
    const session = (
      await done<{ session: { id: string } }>('POST', `/cases/${other}/sessions`, { kind: 'video' })
    ).session.id
    const slot = { startsAt: '2096-03-05T15:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const participants = [{ kind: 'adjudicator', id: 'judith' }]
    await done('PUT', `/cases/${other}/sessions/${session}/slot`, { slot, participants })
    const { members } = await done<{ members: Member[] }>('GET', '/members')
    for (const { id, username: own } of members)
      await world.service.identity.members.change(id, { displayName: names[own] ?? own })
    await world.service.db.rows(
      `update tasks set deadline = now() - interval '3 days' where deadline is not null`,
    )
    await until(async () => {
      const { letters } = await done<{ letters: { status: string }[] }>('GET', `/cases/${caseId}/letters`)
      return letters.length > 0 && letters.every(({ status }) => status !== 'owed')
    })
  })
  after(() => world.close())

  const done = doneBy(() => world.admin)
  const refuseNameless = (text: string, where: string) => {
    assert.doesNotMatch(text, idOfSomebody, where)
    assert.doesNotMatch(text, username, where)
  }

  it('every report names them, by each of its dimensions, on the screen and in every file', async () => {
    const seen = new Set<string>()
    for (const { name, dimensions } of (await done<{ reports: ReportSummary[] }>('GET', '/reports')).reports)
      for (const by of ['', ...dimensions]) {
        const query = by === '' ? '' : `by=${by}`
        const where = `${name} ${query}`
        const { report } = await done<ReportDetail>('GET', `/reports/${name}?${query}`)
        const people = report.rows.flatMap((row) =>
          ['assignee', 'team'].map((column) => String(row[column] ?? '')),
        )
        for (const shown of people) {
          seen.add(shown)
          refuseNameless(shown, where)
        }
        assert.doesNotMatch(JSON.stringify(report), idOfSomebody, where)
        for (const format of ['csv', 'ndjson']) {
          const { text } = await world.admin('GET', `/reports/${name}?${query}&format=${format}`)
          assert.doesNotMatch(text, idOfSomebody, `${where} ${format}`)
          assert.doesNotMatch(text, username, `${where} ${format}`)
        }
      }
    assert.ok(seen.has('Terry Ames'), [...seen].join())
  })

  it('no sentence of the history, of tasks, letters and sessions has an ID of somebody in it', async () => {
    const { cases } = await done<{ cases: { id: string }[] }>('GET', '/cases')
    for (const { id } of cases)
      for (const place of [
        '',
        '/events?limit=1000',
        '/tasks',
        '/letters',
        '/sessions',
        '/issues',
        '/deliveries',
      ])
        for (const [field, text] of textsIn(await done('GET', `/cases/${id}${place}`)))
          if (!isIdentifier(field)) assert.doesNotMatch(text, idOfSomebody, `${field} of ${place}`)
    for (const place of ['/sessions', '/tasks', '/queues', '/letters', '/session-queue'])
      for (const [field, text] of textsIn(await done('GET', place)))
        if (!isIdentifier(field)) assert.doesNotMatch(text, idOfSomebody, `${field} of ${place}`)
  })

  it('a letter is signed with the name of whoever sends it, and has neither an ID nor a username', async () => {
    const body = { letter: 'general', partyId: 'party_ada', reason: 'Send records.' }
    const { text } = await done<LetterPreview>('POST', `/cases/${world.caseId}/letters/preview`, body)
    assert.match(text, /Sincerely,\n\nTerry Ames\n/)
    refuseNameless(text, 'the letter')
  })
})
