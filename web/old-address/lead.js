// Leads from a page that `/` has opened to the place in the chat that stands after `#`, as other clients of the chat's API
// write it. No server gets to see that part; whoever is to sign in first comes there afterwards.
const OLD_ADDRESS =
  /^#(?:narrow|inbox|recent|recent_topics|feed|all_messages|drafts|scheduled|reminders|settings|organization|streams|channels|groups|user|invite)(?:\/|$)/;
const { hash, pathname } = location;
if (OLD_ADDRESS.test(hash)) {
  const place = `/chat/${hash}`;
  location.replace(pathname === '/sign-in' ? `/sign-in?to=${encodeURIComponent(place)}` : place);
}
