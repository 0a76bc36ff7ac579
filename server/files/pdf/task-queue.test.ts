import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTaskQueue } from './task-queue.ts'

const task = (name: string, { line = '', isBackground = true } = {}) => ({ name, line, isBackground })

describe('jobs that wait for a worker', () => {
  it('what somebody waits for comes before background work', () => {
    const queue = openTaskQueue<ReturnType<typeof task>>()
    queue.add(task('index'))
    queue.add(task('preview', { isBackground: false }))
    assert.equal(queue.take({ mayTakeBackground: true })?.name, 'preview')
    assert.equal(queue.take({ mayTakeBackground: true })?.name, 'index')
  })

  it('background work is taken only if a worker may do it', () => {
    const queue = openTaskQueue<ReturnType<typeof task>>()
    queue.add(task('index'))
    assert.equal(queue.take({ mayTakeBackground: false }), undefined)
    assert.equal(queue.take({ mayTakeBackground: true })?.name, 'index')
  })

  it('lines are served in turn, however many jobs one of them has', () => {
    const queue = openTaskQueue<ReturnType<typeof task>>()
    for (const name of ['a1', 'a2', 'a3']) queue.add(task(name, { line: 'a' }))
    queue.add(task('b1', { line: 'b' }))
    const taken = Array.from({ length: 4 }, () => queue.take({ mayTakeBackground: true })?.name)
    assert.deepEqual(taken, ['a1', 'b1', 'a2', 'a3'])
  })

  it('a removed job is not taken', () => {
    const queue = openTaskQueue<ReturnType<typeof task>>()
    const removed = task('removed')
    queue.add(removed)
    queue.add(task('kept'))
    queue.remove(removed)
    assert.deepEqual(
      queue.takeAll().map(({ name }) => name),
      ['kept'],
    )
  })
})
