import { type Book, baseUrlMark, pageOf } from './book.ts'
import { table } from './fields.ts'
import { type Html, html, prose } from './html.ts'
import { operationIndex } from './resource-page.ts'
import { sample } from './sample.ts'

/** What a reader needs before any operation, and the way to each. */
export function indexPage(book: Book): Html {
  const { info } = book.api
  return html`<h1>${info.title} API reference</h1>
<p class="lead">${prose(info.description)}</p>
${authentication(book)}
${conventions(book)}
${errors()}
${liveEvents()}
<section id="resources" aria-labelledby="resources-title">
<h2 id="resources-title">Resources</h2>
${book.resources.map(
  (resource) => html`<section id="tag-${resource.slug}" aria-labelledby="tag-${resource.slug}-title">
<h3 id="tag-${resource.slug}-title"><a href="${pageOf(resource)}">${resource.name}</a></h3>
<p>${prose(resource.description)}</p>
${operationIndex(resource, { withIds: true })}</section>
`,
)}</section>
<section id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">Schemas</h2>
<ul class="names">
${Object.keys(book.api.components.schemas)
  .sort()
  .map((name) => html`<li id="schema-${name}"><a href="${book.linkTo(name)}">${name}</a></li>\n`)}</ul>
</section>
`
}

function authentication({ username }: Book): Html {
  return html`
<section id="authentication" aria-labelledby="authentication-title">
<div class="columns">
<div class="facts">
<h2 id="authentication-title">Authentication</h2>
<p>Accounts are made by invitation; the link in the invitation sets the password.
<a href="/docs/sign-in#signIn">Exchange username and password</a> for a token, and send it with every request as
<code>Authorization: Bearer …</code>. Without a valid token every path returns <code>401</code>, whether it exists or
not, except the operations marked <span class="public">no token needed</span>.</p>
<p>A token expires after <code>expiresIn</code> seconds. <a href="/docs/sign-in#refresh">Its refresh token</a>, good
for one use, gets the next one without the password.</p>
<p>The samples in this reference use this address. They take the token from <code>TOKEN</code>, as set here, and ids
from variables such as <code>ID</code> and <code>DOC_ID</code>; the SDK samples use <code>client</code>.</p>
</div>
<div class="samples">
${sample('curl', signInWithCurl(username))}
${sample('SDK', signInWithSdk(username))}
</div>
</div>
</section>
`
}

const signInWithCurl = (username: string) => `PORTICO_PASSWORD='your password'
TOKEN=$(curl -s ${baseUrlMark}/auth/token \\
  -H 'content-type: application/json' \\
  -d "{\\"username\\":\\"${username}\\",\\"password\\":\\"$PORTICO_PASSWORD\\"}" |
  sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl ${baseUrlMark}/appeals -H "authorization: Bearer $TOKEN"`

const signInWithSdk = (username: string) => `import { PorticoClient, signIn } from "@portico/sdk"

const baseUrl = '${baseUrlMark}'
const username = '${username}'
const password = process.env.PORTICO_PASSWORD ?? ''
const { idToken, refreshToken } = await signIn({ baseUrl, username, password })
const client = new PorticoClient({ baseUrl, token: idToken, refreshToken })
console.log(await client.appeals.list())`

function conventions({ api }: Book): Html {
  const rows: [string, Html][] = [
    ['Bodies', html`JSON in UTF-8. A request with an unknown field is refused; a response may gain fields.`],
    ['Times', html`Timestamps are ISO 8601 in UTC with <code>Z</code>; dates are <code>YYYY-MM-DD</code>.`],
    ['Ids', html`Opaque and URL-safe. An appeal and the case of the same id are one record.`],
    ['Page numbers', html`<code>page</code> is a page of the whole case, from 1. It never changes.`],
    [
      'Paging',
      html`A long list takes <code>limit</code>, and returns <code>next</code> while there is more: pass it as <code>after</code> to get the next page.`,
    ],
    [
      'Idempotency',
      html`Send a write with an <code>Idempotency-Key</code>, and it is safe to retry: the same key with the same body returns the first response, with another body <code>409</code>.`,
    ],
    [
      'Stale writes',
      html`<code>If-Match: "7"</code> refuses a write with <code>409</code> unless the case is at version 7.`,
    ],
    [
      'Version',
      html`Every response has <code>Portico-Version: ${api.info.version}</code>. A request may send it too; any other version gets <code>406</code>.`,
    ],
    ['Caching', html`Reads have an <code>ETag</code>; <code>If-None-Match</code> gets <code>304</code>.`],
    ['Support', html`Every response has an <code>x-request-id</code>, which names the request in the logs.`],
  ]
  return html`
<section id="conventions" aria-labelledby="conventions-title">
<h2 id="conventions-title">Conventions</h2>
${table(
  'What all operations share',
  ['Subject', 'Rule'],
  rows.map(([subject, rule]) => [html`${subject}`, rule]),
)}
</section>
`
}

const errors = () => html`
<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<p>An error has the HTTP status that fits and one shape, <code>{"error": "…"}</code>: a sentence for a person. Program
against the status, never against the sentence. <a href="/docs/errors">All statuses and what they mean</a>.</p>
</section>
`

const liveEvents = () => html`
<section id="events" aria-labelledby="events-title">
<div class="columns">
<div class="facts">
<h2 id="events-title">Live events</h2>
<p>Everything that happens to a case is an event. Follow <a href="/docs/cases#listCaseEvents">one case</a> or
<a href="/docs/cases#listEvents">all of them</a> as server-sent events, and resume with <code>Last-Event-ID</code>
after a break. <a href="/docs/events">All event types</a>, with their audiences and payloads.</p>
</div>
<div class="samples">
${sample(
  'curl',
  `curl -N ${baseUrlMark}/events -H "authorization: Bearer $TOKEN" \\
  -H 'accept: text/event-stream'`,
)}
</div>
</div>
</section>
`
