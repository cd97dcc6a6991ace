const loopbackNames = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|(?:::ffff:)127(?:\.\d{1,3}){3})$/i;

/** Whether a host name or an IP address (IPv6 with or without brackets, IPv4-mapped too) is this machine itself. */
export const isLoopback = (host: string): boolean => loopbackNames.test(host);
