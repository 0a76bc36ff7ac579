import { html } from './html.ts'
import { type Assets, layout } from './layout.ts'

/** The page behind an invitation's link. Its token is in the fragment, which no browser sends to a server. */
export function joinPage(assets: Assets): string {
  const body = html`<header class="top">
<p class="brand"><span class="name">Portico</span> <span>Invitation</span></p>
</header>
<main class="card">
<noscript><h1>Set your password</h1><p class="problem">This page needs JavaScript to set your password:
allow it for this address and open the link of your invitation again.</p></noscript>
<section id="ask" aria-labelledby="ask-title" hidden>
<h1 id="ask-title" tabindex="-1">Set your password</h1>
<p>Choose the password that you will sign in with.</p>
<div id="problem" class="problem" role="alert" tabindex="-1"></div>
<form id="form" novalidate>
<div class="field">
<label for="password">New password</label>
<p class="hint" id="rule">At least 12 characters. A few unrelated words are easy to remember and hard to guess.</p>
<input id="password" type="password" autocomplete="new-password" autocapitalize="off" spellcheck="false"
 required minlength="12" aria-describedby="rule problem">
</div>
<div class="field">
<label for="repeated">The same password again</label>
<input id="repeated" type="password" autocomplete="new-password" autocapitalize="off" spellcheck="false"
 required aria-describedby="problem">
</div>
<p class="choice"><input id="shown" type="checkbox"> <label for="shown">Show the passwords</label></p>
<button id="send" type="submit">Set password</button>
<p id="progress" class="hint" role="status"></p>
</form>
</section>
<section id="lost" aria-labelledby="lost-title" hidden>
<h1 id="lost-title" tabindex="-1">The link is not complete</h1>
<p>Open the whole link of your invitation, with everything behind the <code>#</code>. A link can be opened
again until it is used; if it is lost, ask whoever invited you for a new one.</p>
</section>
<section id="done" aria-labelledby="done-title" hidden>
<h1 id="done-title" tabindex="-1">Your password is set</h1>
<p>Your username is <strong id="username"></strong>.</p>
<p>Sign in with it and the password you have just set. The link has done its work and cannot be used again.</p>
<p>How a program signs in is told in the <a href="/docs#authentication">API reference</a>.</p>
</section>
</main>`
  return layout({ title: 'Set your password – Portico', assets, body })
}
