import assert from 'node:assert/strict'
import type { Answer, Route } from '@portico/contract/route'
import { type RouteName, routes } from '@portico/contract/table'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const compiled = new WeakMap<TSchema, Validator>()

/** The route documents this status, and the JSON of the answer is as its schema says. */
export function conforms<Body>(name: RouteName, reply: { status: number; json?: unknown }): Body {
  const { status, json } = reply
  const answer = (routes[name] as Route).answers[status] as Answer | undefined
  assert.ok(answer, `${name} was answered with ${status}: ${JSON.stringify(json)}`)
  const errors = answer.schema ? [...validatorOf(answer.schema).Errors(json)] : []
  assert.deepEqual(errors, [], `${name} answers as documented`)
  return json as Body
}

/** Compiled once: that takes longer than a thousand answers. */
function validatorOf(schema: TSchema): Validator {
  const found = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, found)
  return found
}
