import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { roles } from '../../server/profile/default/people.ts'
import { homeOf, screensOf } from './home.ts'

const actionsOf = (role: string) => ({ actions: roles.find(({ name }) => name === role)?.may ?? [] })

describe('where people start', () => {
  it('is their work, for those who have tasks', () => {
    assert.deepEqual(screensOf(actionsOf('drafter')), ['work', 'cases'])
    assert.equal(homeOf(actionsOf('reporting')), 'work')
  })

  it('is the list of cases, for a representative', () => {
    assert.deepEqual(screensOf(actionsOf('representative')), ['cases'])
  })

  it('is the reports, for an operator', () => {
    assert.deepEqual(screensOf(actionsOf('operator')), ['reports'])
  })

  it('is nowhere in the workspace, for a system that brings documents', () => {
    assert.equal(homeOf({ actions: ['fileDocuments'] }), undefined)
  })

  it('the administration is for those who change the profile', () => {
    assert.deepEqual(screensOf({ actions: ['changeProfile'] }), ['admin'])
    assert.ok(!screensOf(actionsOf('mailClerk')).includes('admin'))
  })

  it('the sessions are for those who keep calendars', () => {
    assert.ok(screensOf(actionsOf('scheduler')).includes('sessions'))
    assert.ok(!screensOf(actionsOf('drafter')).includes('sessions'))
  })

  it('the mail is for those who work the queue or send letters', () => {
    assert.ok(screensOf(actionsOf('mailClerk')).includes('mail'))
    assert.ok(screensOf(actionsOf('dispatch')).includes('mail'))
    assert.ok(!screensOf(actionsOf('drafter')).includes('mail'))
  })
})
