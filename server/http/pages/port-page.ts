import { conformanceOf } from '@portico/contract/conformance/all'
import { type PortName, portNamed, portNames, ports } from '@portico/contract/ports/all'
import { heardBy } from '@portico/contract/ports/heard'
import { type PortDeclaration, portErrorCodes } from '@portico/contract/ports/kit'
import type { Schema } from './api-document.ts'
import type { Book } from './book.ts'
import { exampleOf } from './examples.ts'
import { fieldList, fieldsOf, table } from './fields.ts'
import { type Html, html, joined, prose } from './html.ts'
import { json, sample } from './sample.ts'
import { sentence } from './schema-words.ts'

export const portPages = portNames.map((name) => ({ path: `/docs/ports/${name}`, name }))
export const titleOfPort = (name: PortName) => portNamed(name)?.title ?? name

/** What all ports share: the table of them, and the wire of an adapter over HTTP. */
export function portsPage(): Html {
  const rows = (ports as readonly PortDeclaration[]).map(({ name, title, does, many }) => [
    html`<a href="/docs/ports/${name}">${title}</a>`,
    html`<code>${name}</code>`,
    html`${prose(does)}${many ? ' Several bindings may serve it.' : undefined}`,
  ])
  const errors = Object.entries(portErrorCodes).map(([code, { means, retryable }]) => [
    html`<code>${code}</code>`,
    html`${sentence(means)}`,
    html`${retryable ? 'yes' : 'no'}`,
  ])
  return html`<h1>Ports</h1>
<p class="lead">The platform talks to other systems through ten ports. An adapter binds a port to one system, and
configuration chooses the adapter.</p>
${table('The ten ports', ['Port', 'Name', 'What crosses it'], rows)}
<section id="calls" aria-labelledby="calls-title">
<h2 id="calls-title">Calls</h2>
<p>A call of mode <code>ask</code> happens within a request: it has five seconds, and is not retried. A call of mode
<code>do</code> is an obligation: it is retried until it is answered, given up or cancelled. Every attempt carries the
same key, and the same key is the same work: an adapter does it once.</p>
</section>
<section id="wire" aria-labelledby="wire-title">
<div class="columns">
<div class="facts">
<h2 id="wire-title">Over HTTP</h2>
<p>An adapter in any language is a web server. Each call is a <code>POST</code> to its name, signed as Standard Webhooks
say with the secret of the binding; <code>webhook-id</code> is the key. It answers <code>200</code> with
<code>{"output": …}</code>, or with the bytes themselves. <code>POST /capabilities</code> answers
<code>{"port", "spec", "supports"}</code>.</p>
<p>Any other status is an error, with an optional body <code>{"error": "…", "code": "…"}</code>. Without a code,
<code>401</code> and <code>403</code> mean unauthorized, <code>404</code>, <code>405</code> and <code>501</code>
notSupported, <code>408</code> timeout, <code>409</code> conflict, <code>410</code> gone, <code>429</code> rateLimited,
other 4xx refused, 5xx unavailable. A page, and a <code>404</code> whose body is not JSON, count as unavailable: a proxy
answered, not the adapter. <code>Retry-After</code> is honored, up to an hour.</p>
<p>Files come as a <code>url</code> without a token, valid for fifteen minutes. Facts go back as <code>POST
/ports/{port}/{binding}/inbound/{fact}</code>, signed the same way; the body is the fact: at most 1 MiB, or 5 MiB where it brings the text of a draft.</p>
</div>
<div class="samples">${sample('A call', callOnTheWire)}</div>
</div>
</section>
<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors of adapters</h2>
${table('How a call may fail', ['Code', 'Meaning', 'Retried'], errors)}
</section>
`
}

const callOnTheWire = `POST /deliver HTTP/1.1
webhook-id: dlv_01kbr5t8c1e3g5j7m9p1r3t5w7
webhook-timestamp: 1794736800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
portico-port: output
portico-spec: 1
portico-attempt: 1

{"input": {…}}`

/** One port, from its declaration. */
export function portPage(book: Book, name: PortName): Html {
  const { port, facts } = conformanceOf(name)
  const example = examplesOf(name)
  const heard = heardBy(port).map(([event, call]) => [
    html`<code>${event}</code>`,
    html`<code>${call}</code>`,
  ])
  const capabilities = Object.entries(port.supports).map(([word, does]) => [
    html`<code>${word}</code>`,
    html`${prose(does)}`,
    html`${joined(
      neededBy(port, word).map((one) => html`<code>${one}</code>`),
      ', ',
    )}`,
  ])
  return html`<h1>${port.title}</h1>
<p class="lead">${prose(port.does)}</p>
<p>Port <code>${port.name}</code>, specification ${port.spec}${port.many ? ', several bindings' : ''}.
<a href="/docs/ports/${port.name}.schema.json">JSON Schema</a> · <a href="/docs/ports#wire">The wire</a></p>
<section id="supports" aria-labelledby="supports-title">
<h2 id="supports-title">Capabilities</h2>
${table('What an adapter may leave out: it declares what it has', ['Capability', 'Meaning', 'Needed by'], capabilities)}
</section>
<section id="calls" aria-labelledby="calls-title">
<h2 id="calls-title">Calls</h2>
${Object.entries(port.calls).map(([call, { mode, does, needs, input, output, answersBytes }]) =>
  article(
    `call-${call}`,
    call,
    html`<p>${prose(does)}</p>
<p class="aside">Mode <code>${mode}</code>${needs ? html`, with <code>${needs}</code>` : undefined}${answersBytes ? ', answered with bytes' : undefined}</p>
<h4>Input</h4>
${fields(book, input)}
${answersBytes || isEmpty(output) ? undefined : html`<h4>Output</h4>\n${fields(book, output)}`}`,
    html`${sample('input', json(example[call] ?? exampleOf({}, plain(input), call)))}
${answersBytes || isEmpty(output) ? undefined : sample('output', json(exampleOf({}, plain(output), call)))}`,
  ),
)}
</section>
${
  heard.length > 0
    ? html`<section id="hears" aria-labelledby="hears-title">
<h2 id="hears-title">Events that it hears</h2>
${table('Events and the calls they lead to', ['Event', 'Call'], heard)}
</section>
`
    : undefined
}<section id="tells" aria-labelledby="tells-title">
<h2 id="tells-title">Facts that it tells</h2>
${Object.entries(port.tells).map(([fact, { does, needs, fact: schema }]) =>
  article(
    `fact-${fact}`,
    fact,
    html`<p>${prose(does)}</p>
${needs ? html`<p class="aside">With <code>${needs}</code></p>` : undefined}
${fields(book, schema)}`,
    sample(fact, json((facts as Record<string, unknown>)[fact])),
  ),
)}
</section>
`
}

function article(id: string, name: string, facts: Html, samples: Html): Html {
  return html`
<article id="${id}" class="schema" aria-labelledby="${id}-title">
<div class="columns">
<div class="facts">
<h3 id="${id}-title"><a class="self" href="#${id}"><code>${name}</code></a></h3>
${facts}
</div>
<div class="samples">${samples}</div>
</div>
</article>
`
}

const plain = (schema: unknown) => schema as Schema
const fields = (book: Book, schema: unknown) =>
  isEmpty(schema) ? html`<p>Nothing.</p>` : fieldList(book, fieldsOf(plain(schema)), 'request')
const isEmpty = (schema: unknown) => fieldsOf(plain(schema)).length === 0

function neededBy({ calls, tells }: PortDeclaration, capability: string): string[] {
  return [...Object.entries(calls), ...Object.entries(tells)].flatMap(([name, { needs }]) =>
    needs === capability ? [name] : [],
  )
}

/** The samples of the laws, as if they were one case. */
function examplesOf(name: PortName): Record<string, unknown> {
  return JSON.parse(JSON.stringify(conformanceOf(name).samples).replaceAll('{id}', '7f3a'))
}
