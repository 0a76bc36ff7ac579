import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoError } from '@portico/sdk'
import { createSignOut } from './sign-out.ts'

/** A device with a mark, and a service that answers as the test says. */
function device(answers: (Error | undefined)[]) {
  let isMarked = false
  let again: (() => void) | undefined
  let told = 0
  const out = createSignOut({
    isPending: () => isMarked,
    setPending: (state) => {
      isMarked = state
    },
    tell: async () => {
      told += 1
      const answer = answers.shift()
      if (answer) throw answer
    },
    later: (run) => {
      again = run
    },
  })
  return { out, told: () => told, again: () => again?.() }
}

const noConnection = () => new PorticoError({ code: 'network', message: 'No connection.' })

describe('signing out', () => {
  it('tells the service, and leaves no mark', async () => {
    const { out, told } = device([])
    await out.signOut()
    assert.equal(out.isPending(), false)
    assert.equal(told(), 1)
  })

  it('without a connection marks the device as signed out until the service has been told', async () => {
    const { out, told, again } = device([noConnection(), noConnection()])
    await out.signOut()
    assert.equal(out.isPending(), true)
    await out.settle()
    assert.equal(out.isPending(), true)
    again()
    await out.settle()
    assert.equal(out.isPending(), false)
    assert.equal(told(), 3)
  })

  it('counts a session that the service no longer knows as ended', async () => {
    const { out } = device([new PorticoError({ code: 'unauthenticated', message: 'No.', status: 401 })])
    await out.signOut()
    assert.equal(out.isPending(), false)
  })

  it('does not end the session of who has signed in since', async () => {
    const { out, told, again } = device([noConnection()])
    await out.signOut()
    out.forget()
    again()
    await out.settle()
    assert.equal(told(), 1)
  })
})
