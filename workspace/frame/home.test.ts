import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { roles } from '../../server/profile/default/people.ts'
import { homeOf, screensOf } from './home.ts'

const actionsOf = (role: string) => ({ actions: roles.find(({ name }) => name === role)?.may ?? [] })

describe('the first screen', () => {
  it('is work for a member with tasks', () => {
    assert.deepEqual(screensOf(actionsOf('drafter')), ['work', 'cases'])
    assert.equal(homeOf(actionsOf('reporting')), 'work')
  })

  it('is the list of cases for a representative', () => {
    assert.deepEqual(screensOf(actionsOf('representative')), ['cases'])
  })

  it('is the reports for an operator', () => {
    assert.deepEqual(screensOf(actionsOf('operator')), ['reports'])
  })

  it('does not exist for a system that files documents', () => {
    assert.equal(homeOf({ actions: ['fileDocuments'] }), undefined)
  })

  it('administration is for those who may change the profile', () => {
    assert.deepEqual(screensOf({ actions: ['changeProfile'] }), ['admin'])
    assert.ok(!screensOf(actionsOf('mailClerk')).includes('admin'))
  })

  it('sessions are for those who keep calendars', () => {
    assert.ok(screensOf(actionsOf('scheduler')).includes('sessions'))
    assert.ok(!screensOf(actionsOf('drafter')).includes('sessions'))
  })

  it('mail is for those who work the queue or send letters', () => {
    assert.ok(screensOf(actionsOf('mailClerk')).includes('mail'))
    assert.ok(screensOf(actionsOf('dispatch')).includes('mail'))
    assert.ok(!screensOf(actionsOf('drafter')).includes('mail'))
  })
})
