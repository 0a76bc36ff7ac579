import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Action, actionNames, actions, ofPersons } from '@portico/contract/actions'
import type { Role } from '@portico/contract/profile/people'
import { roles } from '../profile/default/people.ts'
import { openPermissions } from './can.ts'

const someone = (...held: string[]) => ({ id: 'mem_1', roles: held, clearance: 3 })
const ordinary = { id: 'case_1', sensitivity: 0, representativeIds: [] }
const itsCase = { id: 'case_1', sensitivity: 0, representativeIds: ['mem_1'] }
const anothersCase = { id: 'case_2', sensitivity: 0, representativeIds: ['mem_2'] }
const hidden = { id: 'case_3', sensitivity: 6, representativeIds: [] }
const names = roles.map(({ name }) => name)
const reading: Action[] = ['readCases', 'readState', 'markRead', 'exportCase']

describe('who may do what', () => {
  const deployment = openPermissions({ mode: 'deployment', roles: () => roles })
  const sandbox = openPermissions({ mode: 'sandbox', roles: () => roles })
  const allowed = (
    may: typeof deployment,
    role: string,
    facts = role === 'representative' ? itsCase : ordinary,
  ) => actionNames.filter((action) => may.can(someone(role), action, { case: facts }))

  for (const { name, may, isAdministrator } of roles) {
    const expected = isAdministrator ? actionNames : actionNames.filter((action) => may.includes(action))

    it(`a ${name} in a deployment does exactly what the profile says`, () => {
      assert.deepEqual(allowed(deployment, name), expected)
    })

    it(`a ${name} in a sandbox reads everything, also what is sensitive, and writes as in a deployment`, () => {
      const also = actionNames.filter((action) => expected.includes(action) || reading.includes(action))
      assert.deepEqual(allowed(sandbox, name, anothersCase), also)
      assert.deepEqual(allowed(sandbox, name, hidden), also)
    })
  }

  it('every action of the profile is one that there is', () => {
    assert.deepEqual(
      roles.flatMap(({ may }) => may.filter((action) => !(action in actions))),
      [],
    )
  })

  it('whoever represents a party of a case is that there, and nothing else', () => {
    for (const may of [deployment, sandbox]) {
      for (const other of names) {
        const both = someone('representative', other)
        assert.deepEqual(
          may.actionsOn(both, itsCase),
          may.actionsOn(someone('representative'), itsCase),
          other,
        )
        assert.deepEqual(may.readingOf(both, itsCase), { audience: 'party', curates: false }, other)
      }
    }
  })

  it('whoever lost the role that represents stays barred from the cases where they represent somebody', () => {
    for (const other of names.filter((name) => name !== 'representative')) {
      assert.deepEqual(deployment.actionsOn(someone(other), itsCase), [], other)
      assert.deepEqual(
        deployment.readingOf(someone(other), itsCase),
        { audience: 'party', curates: false },
        other,
      )
    }
  })

  it('what representing allows it allows on the cases that are represented', () => {
    const { actionsOn } = deployment
    assert.deepEqual(
      actionsOn(someone('representative', 'reporting'), ordinary),
      actionsOn(someone('reporting'), ordinary),
    )
    assert.deepEqual(
      actionsOn(someone('representative', 'drafter'), ordinary),
      actionsOn(someone('drafter'), ordinary),
    )
  })

  it('how somebody reads comes of what their roles may do, in a sandbox too', () => {
    for (const { readingOf } of [deployment, sandbox]) {
      const audience = (...held: string[]) => readingOf(someone(...held), ordinary).audience
      assert.equal(audience('adjudicator'), 'deliberation')
      assert.equal(audience('scheduler'), 'staff')
      assert.equal(audience('reporting'), 'integration')
      assert.equal(audience('integrationStatusOut'), 'integration')
      assert.equal(audience('representative'), 'party')
      assert.equal(audience('administrator'), 'administration')
      assert.equal(audience(), 'party')
      assert.equal(audience('scheduler', 'qualityReviewer'), 'deliberation')
      assert.equal(readingOf(someone('intake'), ordinary).curates, true)
      assert.equal(readingOf(someone('drafter'), ordinary).curates, false)
    }
  })

  it('who administers accounts gives no role that may do more than their own', () => {
    const own: Role[] = [
      ...roles,
      { name: 'office', label: 'Office', cases: 'every', may: ['administer', 'readCases', 'readState'] },
      { name: 'desk', label: 'Desk', cases: 'none', may: ['administer', 'readCases', 'readState'] },
      { name: 'reader', label: 'Reader', cases: 'every', may: ['readCases'] },
      { name: 'bridge', label: 'Bridge', cases: 'every', may: ['readCases'], sources: ['records'] },
    ]
    const { authorityOf } = openPermissions({ mode: 'deployment', roles: () => own })
    const given = (role: string) => own.map(({ name }) => name).filter(authorityOf(someone(role)).mayGive)
    assert.deepEqual(
      given('administrator'),
      own.map(({ name }) => name),
    )
    assert.deepEqual(given('office'), ['office', 'desk', 'reader'])
    assert.deepEqual(given('desk'), ['desk'])
    assert.equal(authorityOf(someone('office')).mayGive('gone'), true, 'a role that there is no more')
  })

  it('another system does nothing that takes judgment, not even as an administrator', () => {
    const system = { ...someone('administrator'), kind: 'integration' as const }
    for (const may of [deployment, sandbox])
      assert.deepEqual(
        actionNames.filter((action) => !may.can(system, action, { case: ordinary })),
        actionNames.filter((action) => ofPersons.includes(action)),
      )
  })

  it('two roles may do what either may', () => {
    const both = actionNames.filter((action) =>
      deployment.can(someone('mailClerk', 'reporting'), action, { case: ordinary }),
    )
    const either = actionNames.filter((action) =>
      ['mailClerk', 'reporting'].some((role) => deployment.can(someone(role), action, { case: ordinary })),
    )
    assert.deepEqual(both, either)
  })

  it('someone without a role, or with one that is gone, reads a sandbox and nothing of a deployment', () => {
    for (const nobody of [someone(), someone('harbourMaster')]) {
      assert.equal(sandbox.can(nobody, 'readCases', { case: itsCase }), true)
      assert.equal(sandbox.can(nobody, 'tag', { case: itsCase }), false)
      assert.deepEqual(deployment.actionsOn(nobody, itsCase), [])
    }
  })

  it('a representative does something to their own cases alone, whatever their sensitivity', () => {
    const { actionsOn } = deployment
    assert.deepEqual(actionsOn(someone('representative'), anothersCase), [])
    assert.deepEqual(actionsOn(someone('representative'), ordinary), [])
    assert.deepEqual(actionsOn(someone('representative'), { ...itsCase, sensitivity: 9 }), [
      'readCases',
      'readState',
      'markRead',
      'exportCase',
    ])
  })

  it('a case above the clearance of a member is not there for them, whatever their role', () => {
    for (const role of names) {
      assert.equal(deployment.mayRead(someone(role), hidden), false)
      assert.deepEqual(deployment.actionsOn(someone(role), hidden), [])
    }
    const cleared = { ...someone('drafter'), clearance: 6 }
    assert.deepEqual(deployment.actionsOn(cleared, hidden), deployment.actionsOn(cleared, ordinary))
  })

  it('of no case in particular, may who may on some', () => {
    assert.equal(deployment.can(someone('representative'), 'readCases'), true)
    assert.equal(deployment.can(someone('representative'), 'tag'), false)
    assert.equal(deployment.can(someone('operator'), 'readCases'), false)
    assert.equal(deployment.can(someone('operator'), 'importCases'), true)
  })

  it('which cases somebody sees can be asked of all of them at once', () => {
    const { sightOf } = deployment
    assert.deepEqual(sightOf(someone('drafter')), { upTo: 3, representedBy: undefined })
    assert.deepEqual(sightOf(someone('representative')), { upTo: undefined, representedBy: 'mem_1' })
    assert.deepEqual(sightOf(someone('operator')), { upTo: undefined, representedBy: undefined })
    assert.equal(sandbox.sightOf(someone('operator')).upTo, 2 ** 31 - 1)
  })

  it('the roles are those in force at the moment of asking', () => {
    let inForce = roles
    const changing = openPermissions({ mode: 'deployment', roles: () => inForce })
    assert.equal(changing.can(someone('scheduler'), 'tag', { case: ordinary }), false)
    inForce = roles.map((role) => (role.name === 'scheduler' ? { ...role, may: ['tag'] } : role))
    assert.equal(changing.can(someone('scheduler'), 'tag', { case: ordinary }), true)
    assert.equal(changing.can(someone('scheduler'), 'markRead', { case: ordinary }), false)
  })
})
