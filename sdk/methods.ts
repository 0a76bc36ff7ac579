import type { Calls } from './calls.ts'
import { type Method, methods } from './generated/methods.ts'
import { type RouteName, routes } from './generated/routes.ts'
import { unhurried, type WriteOptions } from './request.ts'

type Options = WriteOptions & Record<string, unknown>
type Called = (...given: unknown[]) => unknown
type Subjects = Record<string, Called | Record<string, Called>>

/** The methods that only call a route, by subject. */
export function methodsOver(calls: Calls): Subjects {
  const subjects: Subjects = {}
  for (const [path, method] of Object.entries(methods)) {
    const [first = '', second] = path.split('.')
    const called = methodOver(calls, method)
    subjects[first] = second === undefined ? called : { ...subjects[first], [second]: called }
  }
  return subjects
}

function methodOver({ call, list, content }: Calls, method: Method): Called {
  const { route, kind, takes = [], options: members = [], returns } = method
  const path = Array.from(routes[route].at.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const send = (kind === 'list' ? list : kind === 'content' ? content : call) as (
    route: RouteName,
    given: object,
    options?: object,
  ) => unknown

  return (...all) => {
    const given: Record<string, unknown> = Object.fromEntries(path.map((name, index) => [name, all[index]]))
    const options = all[path.length + takes.length] as Options | undefined
    const query: Record<string, unknown> = {}
    const body: Record<string, unknown> = {}
    for (const [index, to] of takes.entries()) {
      const value = all[path.length + index]
      if (to === 'body') Object.assign(body, value)
      else if (to === 'file') given.file = value
      else Object.assign(to.startsWith('body.') ? body : query, { [to.slice(to.indexOf('.') + 1)]: value })
    }
    for (const name of members) body[name] = options?.[name]
    if (members.length > 0 || takes.some((to) => to.startsWith('body'))) given.body = body
    const asked = { ...(takes.includes('file') ? unhurried(options) : options), ...query }
    const answer = send(route, given, asked)
    return returns === undefined
      ? answer
      : (answer as Promise<Record<string, unknown>>).then((whole) => whole[returns])
  }
}
