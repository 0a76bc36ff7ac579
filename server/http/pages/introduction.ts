import { type ApiDocument, commonErrors } from './api-document.ts'
import { exampleOf } from './examples.ts'
import { table } from './fields.ts'
import { type Html, html, joined, prose } from './html.ts'
import { json, sample } from './operation.ts'
import { sentence } from './schema-words.ts'

/** What a reader needs to know before any operation. */
export function introduction(api: ApiDocument): Html {
  return html`${authentication()}${conventions(api)}${errors(api)}`
}

function authentication(): Html {
  return html`
<section id="authentication" aria-labelledby="authentication-title">
<h2 id="authentication-title">Authentication</h2>
<div class="columns">
<div class="facts">
<p>Accounts are made by invitation; the invitation's link sets the password.
<a href="#signIn">Exchange the username and password</a> for a token, and send it with every request as
<code>Authorization: Bearer …</code>. Without a valid token every path answers <code>401</code>, whether it
exists or not, except the operations marked <span class="public">no token needed</span>.</p>
<p>A token is good for <code>expiresIn</code> seconds. <a href="#refresh">Its refresh token</a> mints the next
one without the password, once.</p>
<p>The samples below use the shell variables <code>BASE_URL</code> and <code>TOKEN</code> as they are set
here, and <code>ID</code>, <code>DOC_ID</code> and <code>ANN_ID</code> for ids; the SDK samples use
<code>client</code>.</p>
</div>
<div class="samples">
${sample('curl', signInWithCurl)}
${sample('SDK', signInWithSdk)}
</div>
</div>
</section>
`
}

const signInWithCurl = `BASE_URL=http://localhost:8080
TOKEN=$(curl -s "$BASE_URL/auth/token" \\
  -H 'content-type: application/json' \\
  -d '{"username":"ada","password":"…"}' |
  sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl "$BASE_URL/appeals" -H "authorization: Bearer $TOKEN"`

const signInWithSdk = `import { PorticoClient, signIn } from "@portico/sdk"

const { idToken, refreshToken } = await signIn({
  baseUrl,
  username,
  password,
})
const client = new PorticoClient({
  baseUrl,
  token: idToken,
  refreshToken,
})
console.log(await client.appeals.list())`

function conventions({ info }: ApiDocument): Html {
  const rows: [string, Html][] = [
    ['Bodies', html`JSON in UTF-8. Unknown fields in a request are refused; an answer may gain fields.`],
    ['Times', html`Timestamps are ISO 8601 in UTC with <code>Z</code>; dates are <code>YYYY-MM-DD</code>.`],
    ['Ids', html`Opaque and URL-safe; an appeal and the case of the same id are one record.`],
    ['Pages', html`<code>page</code> is a page of the whole case, from 1; it never changes.`],
    [
      'Writing twice',
      html`The same <code>Idempotency-Key</code> with the same body replays the first answer.`,
    ],
    [
      'Stale writes',
      html`<code>If-Match: "7"</code> refuses the write with <code>409</code> unless the case is at version 7.`,
    ],
    [
      'Version',
      html`<code>Portico-Version: ${info.version}</code> is on every answer; a request may send it, and another one gets <code>406</code>.`,
    ],
    [
      'Caching',
      html`Reads carry an <code>ETag</code>; <code>If-None-Match</code> is answered with <code>304</code>.`,
    ],
    ['Support', html`Every answer has an <code>x-request-id</code> that names it in the service's logs.`],
  ]
  return html`
<section id="conventions" aria-labelledby="conventions-title">
<h2 id="conventions-title">Conventions</h2>
${table(
  'What all operations share',
  ['Subject', 'Rule'],
  rows.map(([subject, rule]) => ({ cells: [html`${subject}`, rule] })),
)}
</section>
`
}

function errors(api: ApiDocument): Html {
  const rows = Object.entries(api.components.responses).map(([name, { description }]) => ({
    cells: [html`<code>${name.replace('Error', '')}</code>`, html`${prose(sentence(description))}`],
  }))
  const common = commonErrors(api).map((status) => html`<code>${status}</code>`)
  return html`
<section id="errors" aria-labelledby="errors-title">
<h2 id="errors-title">Errors</h2>
<div class="columns">
<div class="facts">
<p>Every error has the status that fits and one shape, <a href="#schema-ErrorBody">ErrorBody</a>: a sentence
for a person. Decide by the status, never by the sentence.</p>
${table('Statuses', ['Status', 'Meaning'], rows)}
<p class="aside">Any operation may answer with ${joined(common, ', ')}; each says which others it knows.</p>
</div>
<div class="samples">
${sample('Answer 404', json(exampleOf(api.components.schemas, { $ref: '#/components/schemas/ErrorBody' })))}
</div>
</div>
</section>
`
}
