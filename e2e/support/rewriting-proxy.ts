import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Changes a page and its headers as a proxy does. */
export type Rewrite = (html: string, headers: IncomingHttpHeaders) => string;

/** A proxy before a Lapau that rewrites its pages, and passes everything else on as it is. */
export async function startRewritingProxy(url: string, rewrite: Rewrite) {
  const { hostname: host, port } = new URL(url);
  const server = createServer((asked, reply) => {
    const { method, url: path, headers } = asked;
    if (path?.startsWith('/cdn-cgi/')) return void reply.setHeader('content-type', 'text/javascript').end(loader);
    const passed = request({ host, port, method, path, headers: { ...headers, 'accept-encoding': 'identity' } });
    passed
      .on('error', () => reply.destroy())
      .on('response', (answer) => {
        const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false;
        if (isPage)
          void text(answer).then((html) => sendPage(reply, answer.statusCode ?? 0, { html, headers: answer.headers }));
        else answer.pipe(reply.writeHead(answer.statusCode ?? 0, answer.headers));
      });
    asked.pipe(passed);
  });
  const sendPage = (reply: ServerResponse, status: number, page: { html: string; headers: IncomingHttpHeaders }) => {
    const headers = { ...page.headers };
    delete headers['content-length'];
    const html = rewrite(page.html, headers);
    reply.writeHead(status, headers).end(html);
  };
  server.on('upgrade', (asked, socket, head) => {
    const passed = connect(Number(port), host, () => {
      const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`);
      passed.write([`GET ${asked.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    for (const one of [passed, socket]) one.on('error', () => [passed, socket].forEach((other) => other.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A loader that runs deferred scripts by adding them to the page, which our content security policy refuses. */
const loader = `for (const script of document.querySelectorAll('script[type$="-module"]')) {
  const inline = document.createElement('script');
  inline.textContent = 'window.deferred = true';
  document.body.append(inline);
}`;

const ofScripts = /^(?:module|text\/javascript|application\/javascript)$/;

/** Cloudflare's Rocket Loader: scripts lose their type, and a loader is to run them later. Scripts may be left out by an attribute. */
export const rocketLoader =
  (leavesOut = true): Rewrite =>
  (html) =>
    html
      .replace(/<script\b([^>]*)>/g, (tag, attributes: string) => {
        const type = /\btype="([^"]*)"/.exec(attributes)?.[1];
        if (type !== undefined && !ofScripts.test(type)) return tag;
        if (leavesOut && /^\s+data-cfasync="false"/.test(attributes)) return tag;
        return `<script type="0a1b2c-${type ?? 'text/javascript'}"${attributes.replace(/\s+type="[^"]*"/, '')}>`;
      })
      .replace(
        '</body>',
        '<script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" data-cf-settings="0a1b2c-|49" defer></script></body>',
      );

/** Cloudflare's e-mail obfuscation, and a minifier: addresses in the page's text become links, comments and line breaks go. */
export const obfuscateAndMinify: Rewrite = (html) =>
  html
    .split(/(<(?:script|style|noscript)\b[^]*?<\/(?:script|style|noscript)\b[^>]*>)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/<!--[^]*?-->/g, '')
            .replace(/>\s+</g, '><')
            .replace(
              /(?<=>[^<]*)[\w.+-]+@[\w-]+\.[\w.]+/g,
              '<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="0a1b">[email&#160;protected]</a>',
            ),
    )
    .join('');

/** A saver of data that keeps the text alone. */
export const dropScripts: Rewrite = (html) =>
  html.replace(/<script\b(?![^>]*json)[^]*?<\/script>/g, '').replace(/<link rel="modulepreload"[^>]*>/g, '');

/** A proxy with a policy of its own. */
export const forbidScripts: Rewrite = (html, headers) => {
  headers['content-security-policy'] = "script-src 'none'";
  return html;
};

/** A proxy that takes security headers away. */
export const stripHeaders: Rewrite = (html, headers) => {
  for (const name of Object.keys(headers)) if (/policy|^x-|strict/.test(name)) Reflect.deleteProperty(headers, name);
  return html;
};
