import { PorticoError } from './errors.ts'
import { type RouteName, type Routes, routes } from './generated/routes.ts'
import type { Call, WriteOptions } from './request.ts'

type PathOf<Name extends RouteName> = Routes[Name] extends { path: infer Path } ? Path : unknown
type BodyOf<Name extends RouteName> = Routes[Name] extends { body: infer Body }
  ? { body: WithUndefined<Body> }
  : unknown
type FileOf<Name extends RouteName> = Routes[Name] extends { file: unknown }
  ? { file?: Blob | Uint8Array<ArrayBuffer> | undefined }
  : unknown

/** Optional members may be undefined: JSON omits them. */
type WithUndefined<Body> = {
  [Key in keyof Body]: object extends Pick<Body, Key> ? Body[Key] | undefined : Body[Key]
}

/** The query parameters of a route, which its method takes among its options. */
export type QueryOf<Name extends RouteName> = Routes[Name] extends { query: infer Query } ? Query : unknown

/** What a route needs: path arguments, body, file. */
export type Given<Name extends RouteName> = PathOf<Name> & BodyOf<Name> & FileOf<Name>

/** Query parameters and call options in one object. */
export type Options<Name extends RouteName> = WriteOptions & {
  [Key in keyof QueryOf<Name>]?: QueryOf<Name>[Key] | number | Date | undefined
}

/** Builds the call of a route from its arguments. */
export function callOf<Name extends RouteName>(
  name: Name,
  given: Given<Name>,
  options: Options<Name> = {},
): Call {
  const { at, query: asked = [], isKeyed, isPublic, form } = routes[name]
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
    isPublic,
    options: { signal, timeoutMs, retries, idempotencyKey, ifMatch },
  }
}

/** Refuses `.` and `..`, which URL parsers resolve even when encoded. */
function segment(argument: string, value: unknown): string {
  const isText = typeof value === 'string' && value !== ''
  if (!isText && typeof value !== 'number') {
    throw new TypeError(`${argument} must be a non-empty string, not ${JSON.stringify(value)}.`)
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

/** Keeps the name of a `File`. */
function formOf(part: string, body: unknown, file: Blob): FormData {
  const form = new FormData()
  form.set(part, JSON.stringify(body))
  if ('name' in file) form.set('file', file)
  else form.set('file', file, '')
  return form
}
