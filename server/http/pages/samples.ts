import { browserSessionHeader, type Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import type { ApiDocument, Parameter, PlacedOperation } from './api-document.ts'
import { exampleOf } from './examples.ts'

/** A command to paste, once `BASE_URL`, `TOKEN` and the ids are set. */
export function curlSample(api: ApiDocument, operation: PlacedOperation): string {
  const { method, isPublic, parameters = [], requestBody, responses } = operation
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const isForm = requestBody?.content['multipart/form-data'] !== undefined
  const isBytes = requestBody?.content['application/octet-stream'] !== undefined
  const isForOwnPages = parameters.some(({ name }) => name === browserSessionHeader)
  const signed = parameters.filter(({ name }) => name.startsWith('webhook-'))
  const body = requestBody?.content['application/json']?.schema
  const json = body && JSON.stringify(exampleOf(api.components.schemas, body))
  const answer = Object.values(responses)[0]
  const file = answer && 'content' in answer && 'application/pdf' in (answer.content ?? {})
  const plainMethod = body || isBytes ? 'POST' : 'GET'
  return [
    `curl ${method === plainMethod ? '' : `-X ${method} `}"$BASE_URL${samplePath(api, operation)}${isBytes ? inUrl(api, query) : ''}"`,
    ...(isForOwnPages
      ? [`-H '${browserSessionHeader}: cookie'`, '-H "origin: $BASE_URL"', '-b cookies', '-c cookies']
      : []),
    ...(isPublic ? [] : ['-H "authorization: Bearer $TOKEN"']),
    ...(query.length && !isBytes ? ['-G', ...query.map((parameter) => urlEncoded(api, parameter))] : []),
    ...signed.map(({ name }) => `-H "${name}: $${variable(name)}"`),
    ...(signed.length ? [`-H 'content-type: application/json'`, '--data-binary @fact.json'] : []),
    ...(isBytes && !signed.length
      ? [`-H 'content-type: application/octet-stream'`, '--data-binary @file.pdf']
      : []),
    ...(json && isForm ? [`-F ${quoted(`${partOf(operation)}=${json}`)}`, '-F file=@file.pdf'] : []),
    ...(json && !isForm ? [`-H 'content-type: application/json'`, `-d ${quoted(json)}`] : []),
    ...(file ? ['-o file.pdf'] : []),
  ].join(' \\\n  ')
}

/** The part of a form that holds its JSON. */
function partOf({ requestBody }: PlacedOperation): string {
  return requestBody?.content['multipart/form-data']?.schema?.required?.[0] ?? ''
}

function samplePath(api: ApiDocument, { path, parameters = [] }: PlacedOperation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (/^id$|Id$/.test(name)) return `$${variable(name)}`
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    return encodeURIComponent(String(exampleOf(api.components.schemas, parameter?.schema ?? {}, name)))
  })
}

/** The shell variable of a path's parameter: `docId` is `DOC_ID`. */
export function variable(name: string): string {
  return name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('-', '_')
    .toUpperCase()
}

function urlEncoded(api: ApiDocument, { name, schema }: Parameter): string {
  return `--data-urlencode ${quoted(`${name}=${exampleOf(api.components.schemas, schema, name)}`)}`
}

/** Where the body is bytes, curl has no other place for a query. */
function inUrl(api: ApiDocument, query: Parameter[]): string {
  const pairs = query.map(({ name, schema }) => `${name}=${exampleOf(api.components.schemas, schema, name)}`)
  return pairs.length ? `?${pairs.join('&')}` : ''
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The call of each route with the SDK; some routes are for machines that have none. */
export const sdkSamples: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<Route>(routes).flatMap(([name, { sdk }]) =>
    [sdk ?? []].flat().flatMap(({ example, alsoCalls = [] }, index) => {
      const text = example.replaceAll(/^import (type )?\{ .+ \} from '.+'\n/gm, '').trim()
      return [...(index === 0 ? [name] : []), ...alsoCalls].map((route) => [route, text])
    }),
  ),
)
