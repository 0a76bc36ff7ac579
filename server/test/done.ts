import assert from 'node:assert/strict'
import type { Http } from './world.ts'

/** Answers to what is expected to be done, by whoever asks at that moment. */
export function doneBy(asking: () => Http) {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const reply = await asking()(method, path, { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json as Answer
  }
}
