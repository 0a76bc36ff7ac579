import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Action, actions, openPermissions, type Role, roles } from './can.ts'

const someone = (...held: Role[]) => ({ id: 'mem_1', roles: held })
const itsCase = { id: 'case_1', representativeIds: ['mem_1'] }
const anothersCase = { id: 'case_2', representativeIds: ['mem_2'] }

// Each role's actions in a deployment, on a case it may see.
const expected: Record<Role, string> = {
  drafter: 'readCases readState markRead exportCase tag annotate arrange',
  adjudicator: 'readCases readState markRead exportCase tag annotate arrange',
  caseSupport:
    'readCases readState markRead exportCase tag annotate arrange openCases fileDocuments curateDocuments',
  intake: 'readCases readState markRead tag arrange openCases fileDocuments curateDocuments',
  mailClerk: 'readCases readState markRead tag fileDocuments',
  scheduler: 'readCases readState markRead',
  sessionCoordinator: 'readCases readState markRead',
  dispatch: 'readCases readState markRead exportCase',
  qualityReviewer: 'readCases readState markRead exportCase tag annotate',
  privacyOfficer: 'readCases readState markRead exportCase tag readAccessLog',
  representative: 'readCases readState markRead exportCase',
  reporting: 'readState readEvents',
  operator: 'importCases operate',
  administrator: actions.join(' '),
  integration:
    'readCases readState readEvents markRead exportCase tag annotate arrange openCases fileDocuments curateDocuments importCases',
}

describe('who may do what', () => {
  const deployment = openPermissions({ mode: 'deployment' })
  const sandbox = openPermissions({ mode: 'sandbox' })

  for (const role of roles) {
    it(`a ${role} in a deployment does exactly what the table says`, () => {
      const allowed = new Set(deployment.actionsFor(someone(role), { case: itsCase }))
      assert.deepEqual(allowed, new Set(expected[role].split(' ')))
    })

    it(`a ${role} in a sandbox reads everything and writes as in a deployment`, () => {
      const allowed = new Set(sandbox.actionsFor(someone(role), { case: anothersCase }))
      const reading = ['readCases', 'readState', 'markRead', 'exportCase']
      assert.deepEqual(allowed, new Set([...expected[role].split(' '), ...reading]))
    })
  }

  it('two roles may do what either may', () => {
    const both = deployment.actionsFor(someone('mailClerk', 'reporting'), { case: itsCase })
    assert.deepEqual(
      new Set(both),
      new Set('readCases readState markRead tag fileDocuments readEvents'.split(' ')),
    )
  })

  it('someone without a role reads a sandbox and nothing of a deployment', () => {
    assert.equal(sandbox.can(someone(), 'readCases', { case: itsCase }), true)
    assert.equal(sandbox.can(someone(), 'tag', { case: itsCase }), false)
    assert.deepEqual(deployment.actionsFor(someone(), { case: itsCase }), [])
  })

  it('a representative does nothing to a case of someone else, nor to one whose facts are not given', () => {
    assert.deepEqual(deployment.actionsFor(someone('representative'), { case: anothersCase }), [])
    assert.deepEqual(deployment.actionsFor(someone('representative'), { case: { id: 'case_3' } }), [])
    assert.deepEqual(deployment.actionsFor(someone('representative')), [])
  })

  it('the annotations of others are for administrators to remove', () => {
    const may = (role: Role) => deployment.can(someone(role), 'removeAnyAnnotation', { case: itsCase })
    assert.deepEqual(
      roles.filter((role) => may(role)),
      ['administrator'],
    )
  })

  it('a rule about which cases are seen decides every action on a case, and no other', () => {
    const blind = openPermissions({ mode: 'deployment', mayRead: () => false })
    const rest: Action[] = ['readEvents', 'openCases', 'importCases', 'operate', 'administer']
    assert.deepEqual(blind.actionsFor(someone('administrator'), { case: itsCase }), rest)
  })
})
