interface ShownPicture {
  messageId: number;
  /** Address that its link leads to. */
  address: string;
  /** Address of the picture itself on this server: of one from elsewhere, the server's copy. */
  source: string;
  name: string;
}

/** Returns the pictures of the messages that are drawn, in their order. */
export function picturesOnPage(): ShownPicture[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.message a[data-command=show-picture]')].flatMap((link) => {
    const messageId = Number(link.closest<HTMLElement>('[data-message]')?.dataset.message);
    const picture = link.querySelector('img');
    if (!messageId || !picture) return [];
    const address = link.getAttribute('href')!;
    const isOwn = address.startsWith('/');
    return [{ messageId, address, source: isOwn ? address : picture.src, name: picture.alt }];
  });
}
