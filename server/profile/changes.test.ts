import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import { changesBetween } from './changes.ts'
import { defaultProfile } from './default.ts'

describe('the changes between two profiles', () => {
  it('are none where they say the same, in whatever order of keys', () => {
    const turned = Object.fromEntries(Object.entries(defaultProfile).reverse())
    assert.deepEqual(changesBetween(defaultProfile, turned), [])
  })

  it('name what is named, wherever it stands in its list', () => {
    const after = JSON.parse(JSON.stringify(defaultProfile)) as Profile
    after.levers.mostWaiting = 12
    after.teams.unshift({ name: 'night', label: 'Night shift' })
    after.teams.find(({ name }) => name === 'hearings')!.label = 'Sessions'
    after.letters.pop()
    const changes = changesBetween(defaultProfile, after)
    assert.deepEqual(changes.map(({ place, kind }) => [place, kind]).sort(), [
      ['letters[argumentReminder]', 'removed'],
      ['levers.mostWaiting', 'changed'],
      ['teams[hearings].label', 'changed'],
      ['teams[night]', 'added'],
    ])
    assert.deepEqual(
      changes.find(({ place }) => place === 'levers.mostWaiting'),
      { place: 'levers.mostWaiting', kind: 'changed', before: 8, after: 12 },
    )
  })

  it('tell another order of rules, in which the first wins', () => {
    const after = JSON.parse(JSON.stringify(defaultProfile)) as Profile
    const [first, second, ...rest] = after.workflows[0]!.rules
    after.workflows[0]!.rules = [second!, first!, ...rest]
    const [change, ...others] = changesBetween(defaultProfile, after)
    assert.deepEqual(others, [])
    assert.ok(change)
    assert.equal(change.kind, 'reordered')
    assert.equal(change.place, 'workflows[appeal].rules')
    assert.deepEqual((change.after as string[]).slice(0, 2), [second!.name, first!.name])
  })
})
