import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseView } from '@portico/contract/case-views'
import { type Http, startWorld, type World } from '../world.ts'

describe('saved views of the list of cases', () => {
  let world: World
  let ada: Http
  let grace: Http
  before(async () => {
    world = await startWorld()
    ada = await inTeam('ada', 'drafters')
    grace = await inTeam('grace', 'drafters')
  })
  after(() => world.close())

  async function inTeam(username: string, team: string): Promise<Http> {
    const http = await world.member(username, ['drafter'])
    const id = (await world.service.identity.members.find(username))?.id ?? ''
    await world.service.identity.members.change(id, { teams: [team] })
    return http
  }
  const query = { isClosed: false, leastDaysInStep: 90, sort: 'step' }
  const save = async (http: Http, body: object) => {
    const { status, json, text } = await http('POST', '/case-views', { body: { query, ...body } })
    return { status, text, view: (json as { view: CaseView }).view }
  }
  const names = async (http: Http) =>
    ((await http('GET', '/case-views')).json as { views: CaseView[] }).views.map(({ name }) => name)

  it('one is private, or there for the whole team, which may remove it', async () => {
    const own = await save(ada, { name: 'Mine' })
    assert.equal(own.status, 201, own.text)
    const shared = await save(ada, { name: 'Ours', team: 'drafters' })
    assert.deepEqual(shared.view.owner, { kind: 'team', id: 'drafters' })
    assert.deepEqual(shared.view.query, query)
    assert.deepEqual(await names(ada), ['Mine', 'Ours'])
    assert.deepEqual(await names(grace), ['Ours'])
    assert.equal((await grace('DELETE', `/case-views/${own.view.id}`)).status, 404)
    assert.equal((await grace('DELETE', `/case-views/${shared.view.id}`)).status, 204)
    assert.deepEqual(await names(ada), ['Mine'])
  })

  it('one is refused for a team of others, under a name that is taken, or with a filter that is none', async () => {
    assert.equal((await save(ada, { name: 'x', team: 'adjudicators' })).status, 403)
    assert.equal((await save(ada, { name: 'Twice' })).status, 201)
    assert.equal((await save(ada, { name: 'Twice' })).status, 409)
    assert.equal((await save(grace, { name: 'Twice' })).status, 201)
    assert.equal((await save(ada, { name: 'x', query: { colour: 'blue' } })).status, 400)
    assert.equal((await save(ada, { name: '  ' })).status, 400)
  })

  it('the same key saves it once', async () => {
    const headers = { 'idempotency-key': 'the same key twice' }
    const once = () => ada('POST', '/case-views', { body: { name: 'Once', query }, headers })
    const [first, second] = [await once(), await once()]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(first.text, second.text)
  })
})
