import type { ApiDocument } from './api-document.ts'
import { type Book, bookOf, eventSlugOf, linkToOperation, pageOf, type Resource } from './book.ts'
import { errorsPage } from './errors-page.ts'
import { type Effect, eventsPage, subjectPage } from './event-types.ts'
import { type Html, html, prose } from './html.ts'
import { indexPage } from './index-page.ts'
import { type Assets, layout } from './layout.ts'
import { gist } from './operation.ts'
import { portPage, portPages, portsPage, titleOfPort } from './port-page.ts'
import { resourcePage } from './resource-page.ts'

export type ReferenceOptions = {
  assets: Assets
  effects: readonly Effect[]
  /** Whom the samples sign in. */
  username: string
}

/** The reference, page by page: each by its path, made when it is first asked for. */
export function referenceOf(api: ApiDocument, { assets, effects, username }: ReferenceOptions) {
  const book = bookOf(api, username)
  const { title } = api.info
  const pages = new Map<string, { title: string; body: () => Html }>([
    ['/docs', { title: `${title} API reference`, body: () => indexPage(book) }],
    ['/docs/errors', { title: 'Errors', body: () => errorsPage(book) }],
    ['/docs/events', { title: 'Events', body: () => eventsPage(book, effects) }],
    ...Map.groupBy(book.events, ({ type }) => eventSlugOf(type))
      .entries()
      .map(
        ([slug, events]) =>
          [`/docs/${slug}`, { title: sentenceOf(slug), body: () => subjectPage(book, events) }] as const,
      ),
    ...book.resources.map(
      (resource) =>
        [pageOf(resource), { title: resource.name, body: () => resourcePage(book, resource) }] as const,
    ),
    ['/docs/ports', { title: 'Ports', body: portsPage }],
    ...portPages.map(
      ({ path, name }) => [path, { title: titleOfPort(name), body: () => portPage(book, name) }] as const,
    ),
  ])
  return {
    paths: [...pages.keys()],
    page(path: string): string | undefined {
      const page = pages.get(path)
      return (
        page &&
        layout({
          title: path === '/docs' ? page.title : `${page.title} – ${title} API reference`,
          assets,
          body: framed(book, path, page.body()),
        })
      )
    },
  }
}

const sentenceOf = (slug: string) => `${slug.charAt(0).toUpperCase()}${slug.slice(1).replaceAll('-', ' ')}`

function framed(book: Book, path: string, main: Html): Html {
  const { title, version } = book.api.info
  return html`<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<p class="brand"><a href="/docs">${title}</a> <span>API reference</span></p>
<p class="top-facts"><span>Version <code>${version}</code></span> <a href="/openapi.json">OpenAPI document</a></p>
<button class="menu" type="button" popovertarget="contents">Contents</button>
</header>
<div class="frame">
${navigation(book, path)}
<main id="main" tabindex="-1">
${main}
</main>
</div>`
}

function navigation(book: Book, path: string): Html {
  const entry = (href: string, words: string, inner?: Html) =>
    html`<li><a href="${href}"${href === path ? html` aria-current="page"` : undefined}>${words}</a>${inner}</li>\n`
  return html`<nav id="contents" class="contents" popover aria-label="Contents">
<div class="filter" hidden>
<label for="filter">Filter operations <kbd>/</kbd></label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" aria-describedby="found">
<p id="found" role="status"></p>
</div>
<ul>
${entry('/docs', 'Overview')}${entry('/docs#authentication', 'Authentication')}${entry('/docs#conventions', 'Conventions')}${entry('/docs/errors', 'Errors')}${entry('/docs/events', 'Events')}</ul>
<h2>Resources</h2>
<ul>
${book.resources.map((resource) => entry(pageOf(resource), resource.name, operationLinks(resource, path)))}</ul>
<h2>Ports</h2>
<ul>
${entry('/docs/ports', 'All ports')}${portPages.map((port) => entry(port.path, titleOfPort(port.name)))}</ul>
</nav>`
}

/** Those of other pages are there for the filter to find. */
function operationLinks(resource: Resource, path: string): Html {
  const links = resource.operations.map((operation) => {
    const { operationId, method, summary } = operation
    const words = `${operationId} ${operation.path} ${summary}`
    return html`<li data-find="${words}"><a href="${linkToOperation(resource, operation)}"><span class="method ${method.toLowerCase()}">${method}</span> <span>${prose(gist(summary))}</span></a></li>\n`
  })
  return html`<ul${pageOf(resource) === path ? undefined : html` hidden`}>\n${links}</ul>`
}
