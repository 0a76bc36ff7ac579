import {
  answersOf,
  type Content,
  commonErrors,
  jsonSchema,
  nameOf,
  type PlacedOperation,
  resolve,
  type Schema,
} from './api-document.ts'
import { type Book, baseUrlMark } from './book.ts'
import { exampleOf } from './examples.ts'
import { fieldList, fieldsOf } from './fields.ts'
import { type Html, html, joined, prose } from './html.ts'
import { json, sample } from './sample.ts'
import { curlSample, sdkSamples } from './samples.ts'
import { sentence, typeWords } from './schema-words.ts'

/** One operation: what it takes and returns on one side, how to call it on the other. */
export function operationArticle(book: Book, operation: PlacedOperation): Html {
  const { operationId, summary, description, isPublic } = operation
  const sdk = sdkSamples[operationId]
  return html`
<article id="${operationId}" class="operation" aria-labelledby="${operationId}-title">
<div class="columns">
<div class="facts">
<h3 id="${operationId}-title"><a class="self" href="#${operationId}">${prose(gist(summary))}</a></h3>
<p class="call">${methodAndPath(operation)}${isPublic ? html` <span class="public">no token needed</span>` : undefined}</p>
${gist(summary) === summary ? undefined : html`<p>${prose(sentence(summary))}</p>`}
${description ? html`<p>${prose(description)}</p>` : undefined}
${parameterLists(book, operation)}
${bodyPart(book, operation)}
${answerParts(book, operation)}
${footnotes(book, operation)}
</div>
<div class="samples">
${sample('curl', pastable(book, operation))}
${sdk ? sample('SDK', sdk) : undefined}
${answerSamples(book, operation)}
</div>
</div>
</article>
`
}

/** The first clause of a summary: enough to find it by. */
export const gist = (summary: string) => summary.split(/[;:,]/, 1)[0] as string

/** The command with this address and this account in it. */
function pastable({ api, username }: Book, operation: PlacedOperation): string {
  return curlSample(api, operation)
    .replaceAll('$BASE_URL', baseUrlMark)
    .replace('"username":"ada"', `"username":${JSON.stringify(username)}`)
}

export function methodAndPath({ method, path }: { method: string; path: string }): Html {
  const pieces = path.split('/').map((piece, index) => (index ? html`/<wbr>${piece}` : html`${piece}`))
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code class="route">${pieces}</code>`
}

function parameterLists(book: Book, { parameters = [] }: PlacedOperation): Html[] {
  const places = { path: 'Path parameters', query: 'Query parameters' }
  return Object.entries(places).flatMap(([place, heading]) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ required, ...parameter }) => ({
        ...parameter,
        isRequired: required === true && place !== 'path',
      }))
    return fields.length > 0 ? [html`<h4>${heading}</h4>\n${fieldList(book, fields, 'request')}`] : []
  })
}

function bodyPart(book: Book, { requestBody }: PlacedOperation): Html | undefined {
  const { content } = requestBody ?? {}
  const schema = jsonSchema(content)
  if (!schema) return bytesNote(content)
  const fields = fieldsOf(resolve(book.api.components.schemas, schema))
  return html`<h4>Body ${named(book, schema)}</h4>
${formNote(content)}
${fieldList(book, fields, 'request')}`
}

function bytesNote(content: Content = {}): Html | undefined {
  const bytes = content['application/octet-stream']?.schema
  return bytes && html`<h4>Body</h4><p>${prose(sentence(bytes.description ?? ''))}</p>`
}

function formNote(content: Content = {}): Html | undefined {
  const form = content['multipart/form-data']?.schema
  if (!form) return undefined
  const [part = ''] = form.required ?? []
  const bytes = form.properties?.file?.description ?? ''
  return html`<p>JSON, or <code>multipart/form-data</code> with the JSON as the part <code>${part}</code> and the bytes as the part <code>file</code>. ${prose(sentence(bytes))}</p>`
}

function named(book: Book, schema: Schema): Html | undefined {
  return schema.$ref ? html`<span class="named">${typeWords(book, schema)}</span>` : undefined
}

const mostFields = 6

function answerParts(book: Book, operation: PlacedOperation): Html[] {
  return successes(book, operation).map(({ status, answer }) => {
    const schema = jsonSchema(answer.content)
    const fields = schema ? fieldsOf(resolve(book.api.components.schemas, schema)) : []
    const isShown = fields.length > 0 && (fields.length <= mostFields || nameOf(schema ?? {}) === undefined)
    return html`<h4><span class="status">${status}</span> ${prose(answer.description)} ${schema ? named(book, schema) : undefined}</h4>
${mediaTypes(answer.content)}
${isShown ? fieldList(book, fields, 'answer') : undefined}`
  })
}

function mediaTypes(content: Content = {}): Html | undefined {
  const names = Object.keys(content)
  if (names.every((mediaType) => mediaType === 'application/json')) return undefined
  return html`<p class="media">${joined(
    names.map((name) => html`<code>${name}</code>`),
    ' or ',
  )}</p>`
}

function answerSamples(book: Book, operation: PlacedOperation): Html[] {
  const { schemas } = book.api.components
  return successes(book, operation).flatMap(({ status, answer }) => {
    const schema = jsonSchema(answer.content)
    if (!schema || fieldsOf(resolve(schemas, schema)).length === 0) return []
    return [sample(`Response ${status}`, json(exampleOf(schemas, schema)))]
  })
}

/** What many operations share is told once, elsewhere. */
function footnotes({ api }: Book, operation: PlacedOperation): Html {
  const common = commonErrors(api)
  const statuses = answersOf(api, operation)
    .filter(({ status }) => status >= 400 && !common.includes(status))
    .map(({ status }) => html`<a href="/docs/errors#error-${status}">${status}</a>`)
  const headers = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => html`<a href="/docs#conventions"><code>${name}</code></a>`)
  return html`<p class="aside">${headers.length > 0 ? html`Takes ${joined(headers, ' and ')}. ` : undefined}Errors: ${joined(statuses, ', ')}${statuses.length > 0 ? ', and ' : ''}<a href="/docs/errors#any">any operation’s</a>.</p>`
}

function successes({ api }: Book, operation: PlacedOperation) {
  return answersOf(api, operation).filter(({ status }) => status < 400)
}
