import {
  type ApiDocument,
  answersOf,
  type Content,
  commonErrors,
  type PlacedOperation,
  resolve,
  type Schema,
} from './api-document.ts'
import { exampleOf } from './examples.ts'
import { fieldsOf, fieldTable, readableFields, table } from './fields.ts'
import { type Html, html, prose } from './html.ts'
import { curlSample, sdkSamples } from './samples.ts'
import { sentence, typeWords } from './schema-words.ts'

/** One operation: what it takes and answers on one side, how to call it on the other. */
export function operationArticle(api: ApiDocument, operation: PlacedOperation): Html {
  const { operationId, summary, description, isPublic } = operation
  const sdk = Object.hasOwn(sdkSamples, operationId)
    ? sdkSamples[operationId as keyof typeof sdkSamples]
    : undefined
  return html`
<article id="${operationId}" class="operation" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a class="self" href="#${operationId}">${prose(summary)}</a></h3>
<p class="call">${methodAndPath(operation)}${isPublic ? html` <span class="public">no token needed</span>` : undefined}</p>
<div class="columns">
<div class="facts">
${description ? html`<p>${prose(description)}</p>` : undefined}
${parameterTable(operation)}
${bodyTable(api, operation)}
${answerParts(api, operation)}
${errorTable(api, operation)}
</div>
<div class="samples">
${sample('curl', curlSample(api, operation))}
${sdk ? sample('SDK', sdk) : undefined}
${answerSamples(api, operation)}
</div>
</div>
</article>
`
}

export function methodAndPath({ method, path }: { method: string; path: string }): Html {
  const pieces = path.split('/').map((piece, index) => (index ? html`/<wbr>${piece}` : html`${piece}`))
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code class="route">${pieces}</code>`
}

export function sample(caption: string, code: string): Html {
  return html`<figure><figcaption>${caption}</figcaption><pre><code>${code}</code></pre></figure>\n`
}

export const json = (value: unknown) => JSON.stringify(value, null, 2)

function parameterTable({ parameters = [] }: PlacedOperation): Html | undefined {
  if (parameters.length === 0) return undefined
  const rows = parameters.map(({ name, in: place, required, description, schema }) => ({
    path: '',
    name,
    place,
    isRequired: required === true,
    schema,
    description,
  }))
  const groups = (['path', 'query', 'header'] as const).map((place) =>
    rows.filter((row) => row.place === place),
  )
  const captions = ['In the path', 'In the query', 'Headers']
  return html`${groups.map((fields, index) =>
    fields.length ? fieldTable(captions[index] as string, fields, { of: 'request' }) : undefined,
  )}`
}

function bodyTable(api: ApiDocument, { requestBody }: PlacedOperation): Html | undefined {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return bytesNote(requestBody?.content)
  const isClosed = resolve(api.components.schemas, schema).additionalProperties === false
  const fields = readableFields(api.components.schemas, schema)
  return html`<h4>Body ${named(schema)}</h4>
${formNote(requestBody?.content)}
${fieldTable('Fields of the body', fields, { of: 'request' })}
${isClosed ? html`<p class="aside">Unknown fields are refused.</p>` : undefined}`
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
  return html`<p>As JSON; or in a form (<code>multipart/form-data</code>) as the part <code>${part}</code>, with the bytes as the part <code>file</code>. ${prose(sentence(bytes))}</p>`
}

function named(schema: Schema): Html | undefined {
  return schema.$ref ? html`<span class="named">${typeWords(schema)}</span>` : undefined
}

function answerParts(api: ApiDocument, operation: PlacedOperation): Html[] {
  return successes(api, operation).map(({ status, answer }) => {
    const schema = jsonSchema(answer.content)
    const fields = schema ? readableFields(api.components.schemas, schema) : []
    return html`<h4><span class="status">${status}</span> ${prose(answer.description)} ${schema ? named(schema) : undefined}</h4>
${mediaTypes(answer.content)}
${fields.length ? fieldTable('Fields of the answer', fields, { of: 'answer' }) : undefined}`
  })
}

function mediaTypes(content: Content = {}): Html | undefined {
  const others = Object.keys(content).filter((mediaType) => mediaType !== 'application/json')
  if (others.length === 0) return undefined
  const names = Object.keys(content).map((mediaType) => html`<li><code>${mediaType}</code></li>`)
  return html`<ul class="media">${names}</ul>`
}

function answerSamples(api: ApiDocument, operation: PlacedOperation): Html[] {
  return successes(api, operation).flatMap(({ status, answer }) => {
    const schema = jsonSchema(answer.content)
    if (!schema || fieldsOf(api.components.schemas, schema, { open: false }).length === 0) return []
    return [sample(`Answer ${status}`, json(exampleOf(api.components.schemas, schema)))]
  })
}

function errorTable(api: ApiDocument, operation: PlacedOperation): Html {
  const common = commonErrors(api)
  const own = answersOf(api, operation).filter(({ status }) => status >= 400 && !common.includes(status))
  const rows = own.map(({ status, answer }) => ({
    cells: [html`<code>${status}</code>`, html`${prose(sentence(answer.description))}`],
  }))
  const also = html`<a href="#errors">errors that any operation may answer with</a>`
  return html`${rows.length ? table('Errors', ['Status', 'Meaning'], rows) : undefined}
<p class="aside">${rows.length ? 'And the' : 'The'} ${also}.</p>`
}

function successes(api: ApiDocument, operation: PlacedOperation) {
  return answersOf(api, operation).filter(({ status }) => status < 400)
}

const jsonSchema = (content?: Content): Schema | undefined => content?.['application/json']?.schema
