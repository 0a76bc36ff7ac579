import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import { defaultProfile } from './default.ts'
import { movesBetween } from './moves.ts'

function movesOf(change: (profile: Profile) => void) {
  const after = JSON.parse(JSON.stringify(defaultProfile)) as Profile
  change(after)
  return movesBetween(defaultProfile, after)
}

const typeOf = (profile: Profile, type: string) => profile.taskTypes.find(({ name }) => name === type)!

describe('what a change of the profile moves', () => {
  it('is nothing where words alone change', () => {
    const { teams, standings, gone } = movesOf((profile) => {
      profile.teams[0]!.label = 'Front office'
      profile.levers.mostWaiting = 1
    })
    assert.deepEqual([teams, standings, Object.values(gone).flat()], [[], false, []])
  })

  it('a type of another team takes its open tasks along', () => {
    const { teams } = movesOf((profile) => {
      typeOf(profile, 'drafting').team = 'caseSupport'
    })
    assert.deepEqual(teams, [{ type: 'drafting', from: 'drafters', to: 'caseSupport' }])
  })

  it('mail that was routed to a team goes where its route leads by now', () => {
    const { teams } = movesOf((profile) => {
      const mail = profile.mailTypes.find(({ name }) => name === 'changeOfAddress')!
      mail.routes[0]!.team = 'clerk'
    })
    assert.deepEqual(teams, [{ type: 'changeOfAddress', from: 'hearings', to: 'clerk' }])
  })

  it('what a team had that is gone goes to the team of its type, whoever had it', () => {
    const { teams, gone } = movesOf((profile) => {
      profile.teams = profile.teams.filter(({ name }) => name !== 'expedite')
      typeOf(profile, 'motionToAdvance').team = 'clerk'
    })
    assert.deepEqual(
      teams.filter(({ type }) => ['motionToAdvance', 'drafting'].includes(type)),
      [
        { type: 'drafting', from: 'expedite', to: 'drafters' },
        { type: 'motionToAdvance', from: 'expedite', to: 'clerk' },
      ],
    )
    assert.deepEqual(gone.homeless, [{ type: 'appeal', team: 'expedite' }])
    assert.deepEqual(gone.teams, ['expedite'])
  })

  it('another age, or another claimant, asks for a look at how old people are', () => {
    const ages = (change: (profile: Profile) => void) => movesOf(change).ages
    assert.equal(
      ages((profile) => Object.assign(profile.priority, { advancedAge: 70 })),
      true,
    )
    assert.equal(
      ages((profile) => Object.assign(profile.partyRoles[1]!, { isClaimant: true })),
      true,
    )
    assert.equal(
      ages((profile) => Object.assign(profile.priority, { otherwise: 'By number.' })),
      false,
    )
  })

  it('what is gone is told, and another standing asks for a look at every case', () => {
    const { gone, standings } = movesOf((profile) => {
      profile.taskTypes = profile.taskTypes.filter(({ name }) => name !== 'docketSwitch')
      profile.dockets.pop()
      profile.roles = profile.roles.filter(({ name }) => name !== 'scheduler')
      profile.caseTypes = profile.caseTypes.filter(({ name }) => name !== 'vacatur')
      profile.workflows[0]!.standings[0]!.status = 'closed'
    })
    assert.deepEqual(
      [gone.taskTypes, gone.dockets, gone.roles, gone.caseTypes, standings],
      [['docketSwitch'], ['hearing'], ['scheduler'], ['vacatur'], true],
    )
  })
})
