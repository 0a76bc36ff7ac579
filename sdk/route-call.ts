import { PorticoError } from './errors.ts'
import type { Call, WriteOptions } from './request.ts'
import { type RouteName, type Routes, routes } from './routes.ts'

type PathOf<Name extends RouteName> = Routes[Name] extends { path: infer Path } ? Path : unknown
type BodyOf<Name extends RouteName> = Routes[Name] extends { body: infer Body }
  ? { body: WithUndefined<Body> }
  : unknown
type FileOf<Name extends RouteName> = Routes[Name] extends { file: unknown }
  ? { file?: Blob | Uint8Array<ArrayBuffer> | undefined }
  : unknown

/** A member that may be left out may be undefined too: JSON leaves it out. */
type WithUndefined<Body> = {
  [Key in keyof Body]: object extends Pick<Body, Key> ? Body[Key] | undefined : Body[Key]
}

/** The query of a route, as its method takes it among its options. */
export type QueryOf<Name extends RouteName> = Routes[Name] extends { query: infer Query } ? Query : unknown

/** What a route needs: the arguments of its path, its body, its file. */
export type Given<Name extends RouteName> = PathOf<Name> & BodyOf<Name> & FileOf<Name>

/** The query and the options of the call in one. */
export type Options<Name extends RouteName> = WriteOptions & {
  [Key in keyof QueryOf<Name>]?: QueryOf<Name>[Key] | number | Date | undefined
}

/** The call of a route: its arguments put in their places. */
export function callOf<Name extends RouteName>(
  name: Name,
  given: Given<Name>,
  options: Options<Name> = {},
): Call {
  const { at, query: asked = [], isKeyed, form } = routes[name]
  const [method = '', pattern = ''] = at.split(' ')
  const { body, file, ...segments } = given as Record<string, unknown> & { file?: Blob | undefined }
  const { signal, timeoutMs, retries, idempotencyKey, ifMatch } = options
  const all = options as Record<string, unknown>
  return {
    method,
    pattern,
    path: pattern.replaceAll(/\{(\w+)\}/g, (_, argument: string) => segment(argument, segments[argument])),
    query: Object.fromEntries(asked.map((key) => [key, all[key]])),
    ...(file && form ? { bytes: formOf(form, body, file) } : file ? { bytes: file } : { body }),
    isKeyed,
    options: { signal, timeoutMs, retries, idempotencyKey, ifMatch },
  }
}

/** `.` and `..` are refused, because a URL parser would climb with them however they are encoded. */
function segment(argument: string, value: unknown): string {
  const isText = typeof value === 'string' && value !== ''
  if (!isText && typeof value !== 'number') {
    throw new TypeError(`${argument} must be a text that is not empty, not ${JSON.stringify(value)}.`)
  }
  if (value === '.' || value === '..') {
    throw new PorticoError({ code: 'badRequest', message: `${argument} must not be ${value}.` })
  }
  try {
    return encodeURIComponent(value)
  } catch (cause) {
    throw new PorticoError({ code: 'badRequest', message: `${argument} is not well-formed Unicode.`, cause })
  }
}

/** The name of a `File` goes with it. */
function formOf(part: string, body: unknown, file: Blob): FormData {
  const form = new FormData()
  form.set(part, JSON.stringify(body))
  if ('name' in file) form.set('file', file)
  else form.set('file', file, '')
  return form
}
