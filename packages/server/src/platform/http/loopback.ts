const loopbackNames = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|(?:::ffff:)127(?:\.\d{1,3}){3})$/i;

/** Whether a host name or IP address (IPv6 with or without brackets, IPv4-mapped included) is a loopback address. */
export const isLoopback = (host: string): boolean => loopbackNames.test(host);
