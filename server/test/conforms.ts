import assert from 'node:assert/strict'
import type { Answer, Route } from '@portico/contract/route'
import { type RouteName, routes } from '@portico/contract/table'
import { Compile } from 'typebox/compile'

/** The route documents this status, and the JSON of the answer is as its schema says. */
export function conforms<Body>(name: RouteName, reply: { status: number; json?: unknown }): Body {
  const { status, json } = reply
  const answer = (routes[name] as Route).answers[status] as Answer | undefined
  assert.ok(answer, `${name} was answered with ${status}: ${JSON.stringify(json)}`)
  const errors = answer.schema ? [...Compile(answer.schema).Errors(json)] : []
  assert.deepEqual(errors, [], `${name} answers as documented`)
  return json as Body
}
